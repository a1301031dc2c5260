import AbstractHTTP

// Elements and the bytes of a stream may be secret, so the mirrors here leave them out.

extension ServerSentEvent: CustomReflectable {
    /// A mirror without members, because the description says everything that may be shown.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension EventStreamError: CustomReflectable {
    /// A mirror without members, because the description says everything that may be shown.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension StreamElementError: CustomReflectable {
    /// The members, without the element. The underlying error is a string.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "number": number, "byteCount": data.count, "underlying": underlying.textWithoutSecrets,
            ],
            displayStyle: .struct)
    }
}

extension BodyPart: CustomReflectable {
    /// The header fields without secrets, and the number of bytes.
    public var customMirror: Mirror {
        Mirror(self, children: ["headers": headers, "byteCount": data.count], displayStyle: .struct)
    }
}

extension EventSource: CustomReflectable {
    /// A mirror without members, because the spec may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension EventSource.AsyncIterator: CustomReflectable {
    /// A mirror without members, because the spec may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension EventParser: CustomReflectable {
    /// A mirror without the bytes that were not parsed yet.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension JSONLineParser: CustomReflectable {
    /// A mirror without the bytes that were not parsed yet.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension JSONArrayParser: CustomReflectable {
    /// A mirror without the bytes that were not parsed yet.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension JSONTextParser: CustomReflectable {
    /// A mirror without the bytes that were not parsed yet.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension MultipartParser: CustomReflectable {
    /// A mirror without the bytes that were not parsed yet.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension ElementIterator: CustomReflectable {
    /// A mirror without the elements that were not read yet.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension InvalidMultipartBody: CustomReflectable {
    /// A mirror without members, because the description says everything that may be shown.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

extension NotAnEventStream: CustomReflectable {
    /// A mirror without members, because the description says everything that may be shown.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
