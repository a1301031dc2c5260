// The bytes of a body may be secret, so these mirrors leave them out. See `RedactedMirrors.swift`.

extension RequestBody.Source: CustomReflectable {
    /// The number of bytes in memory, the file, or the bodies.
    public var customMirror: Mirror {
        switch self {
        case .data(let data): Mirror(self, children: ["data": data.count], displayStyle: .enum)
        case .file(let url): Mirror(self, children: ["file": url], displayStyle: .enum)
        case .stream: Mirror(self, children: [:], displayStyle: .enum)
        case .joined(let bodies): Mirror(self, children: ["joined": bodies], displayStyle: .enum)
        }
    }
}

extension RequestBody.Iterator: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension ResponseBody: CustomReflectable {
    /// The number of bytes, if they are in memory.
    public var customMirror: Mirror {
        Mirror(self, children: ["byteCount": data?.count as Any], displayStyle: .struct)
    }
}

extension ResponseBody.Iterator: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension ResponseBody.Bytes.Iterator: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension ResponseBody.Lines.Iterator: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
