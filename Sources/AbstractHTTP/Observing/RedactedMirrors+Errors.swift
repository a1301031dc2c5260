// Mirrors of values that contain an error of any type. See `RedactedMirrors.swift`.

extension TransportError: CustomReflectable {
    /// The members. The underlying error is a string.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "kind": kind, "message": Redaction().text(message).inOneLine,
                "underlying": underlying?.textWithoutSecrets as Any,
            ],
            displayStyle: .struct)
    }
}

extension DeadlineExceeded: CustomReflectable {
    /// A mirror without members, because the description says everything that they do.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension TokenRefreshError: CustomReflectable {
    /// A mirror without members, because the description says everything that they do.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

extension Recovery: CustomReflectable {
    /// The associated values of the case. An error is a string.
    public var customMirror: Mirror {
        switch self {
        case .giveUp: Mirror(self, children: [:], displayStyle: .enum)
        case .decline(let error): Mirror(self, children: ["decline": error.textWithoutSecrets], displayStyle: .enum)
        case .fail(let type, let error):
            Mirror(self, children: ["fail": (type, because: error.textWithoutSecrets)], displayStyle: .enum)
        case .restart(let delay): Mirror(self, children: ["restart": delay], displayStyle: .enum)
        case .repeat(let delay): Mirror(self, children: ["repeat": delay], displayStyle: .enum)
        }
    }
}

extension DownloadError: CustomReflectable {
    /// A mirror without members, because the description says everything that may be shown.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}
