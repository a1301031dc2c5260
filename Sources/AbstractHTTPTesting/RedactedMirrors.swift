import AbstractHTTP

// Requests and responses of the fake servers show what `Request` and `Response` do.

extension LoopbackRequest: CustomReflectable {
    /// The members, without the bytes and the secrets of the target and the header fields.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "method": method, "target": Redaction().url(target).inOneLine, "headers": headers,
                "bodyLength": bodyLength,
            ],
            displayStyle: .struct)
    }
}

extension LoopbackResponse: CustomReflectable {
    /// The status, the header fields without secrets, and the fault.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["statusCode": statusCode, "headers": headers, "fault": fault as Any],
            displayStyle: .struct)
    }
}

extension LoopbackResponse.Body: CustomReflectable {
    /// The number of bytes, if it is known.
    public var customMirror: Mirror {
        switch self {
        case .data(let data): Mirror(self, children: ["data": data.count], displayStyle: .enum)
        case .raw(let data): Mirror(self, children: ["raw": data.count], displayStyle: .enum)
        case .stream(let length, _): Mirror(self, children: ["stream": length], displayStyle: .enum)
        case .chunks: Mirror(self, children: [:], displayStyle: .enum)
        }
    }
}

extension LoopbackServer: CustomReflectable {
    /// The URL.
    public var customMirror: Mirror { Mirror(self, children: ["url": url], displayStyle: .class) }
}

extension ScriptedConnector: CustomReflectable {
    /// The requests without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["requests": requests], displayStyle: .class) }
}

extension ScriptedConnector.Reply: CustomReflectable {
    /// The associated value of the case. An error is a string.
    public var customMirror: Mirror {
        switch self {
        case .response(let response): Mirror(self, children: ["response": response], displayStyle: .enum)
        case .stream(let stream): Mirror(self, children: ["stream": stream], displayStyle: .enum)
        case .failure(let error):
            Mirror(self, children: ["failure": error.textWithoutSecrets], displayStyle: .enum)
        case .silence, .silenceIgnoringCancellation: Mirror(self, children: [:], displayStyle: .enum)
        }
    }
}
