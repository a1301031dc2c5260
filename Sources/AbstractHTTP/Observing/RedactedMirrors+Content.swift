// Mirrors and descriptions of what a request is made of. See `RedactedMirrors.swift`.

extension KeyValue: CustomStringConvertible, CustomReflectable {
    /// The key and the value, not encoded. The value of a secret key is not shown.
    public var description: String { value == nil ? key.inOneLine : "\(key)=\(shownValue ?? "")".inOneLine }

    /// The key and the value without secrets.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["key": key.inOneLine, "value": shownValue?.inOneLine as Any], displayStyle: .struct)
    }

    private var shownValue: String? { value.map { Redaction().value($0, of: key) } }
}

extension URLQuery: CustomStringConvertible, CustomReflectable {
    /// The pairs, not encoded and without secrets.
    public var description: String { keyValues.map(\.description).joined(separator: "&") }

    /// The pairs.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: keyValues, displayStyle: .collection) }
}

extension HTTP: CustomStringConvertible, CustomReflectable {
    /// The method and the URL. Parts of the URL that may be secret are left out.
    public var description: String { "\(httpMethod.rawValue) \(url.templateWithoutSecrets)".inOneLine }

    /// The members without secrets. The content is shown by its type.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "method": httpMethod, "url": url.templateWithoutSecretValues.inOneLine,
                "headers": storage.value.headers, "query": storage.value.query, "body": storage.value.body as Any,
                "content": storage.value.content.map { "\(type(of: $0.value))" } as Any,
                "problem": storage.value.problem?.textWithoutSecrets as Any,
            ],
            displayStyle: .struct)
    }
}

extension EncodedContent: CustomReflectable {
    /// The members, without the secrets of the query.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "query": query.map { Redaction().form($0) } as Any, "mediaType": mediaType as Any, "body": body as Any,
            ],
            displayStyle: .struct)
    }
}

extension HTTPContent: CustomReflectable {
    /// A mirror without members, because the description says everything that they do.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

extension HTTPContent.Members: CustomReflectable {
    /// The members.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

extension HTTPContent.Members.Member: CustomReflectable {
    /// A mirror without members, because the description says everything that they do.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension HTTPData: CustomReflectable {
    /// The members. The bytes are shown by their count.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["byteCount": data.count, "fileName": fileName as Any, "mediaType": mediaType as Any],
            displayStyle: .struct)
    }
}

extension MediaType: CustomReflectable {
    /// A mirror without members, because the description says everything that they do.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension ContentDisposition: CustomReflectable {
    /// The type and the parameters without secrets.
    public var customMirror: Mirror {
        let parameters = Dictionary(
            uniqueKeysWithValues: parameters.map { ($0, Redaction().value($1, of: $0).inOneLine) })
        return Mirror(
            self, children: ["type": type.inOneLine, "parameters": parameters, "fileName": fileName?.inOneLine as Any],
            displayStyle: .struct)
    }
}

extension URITemplate: CustomReflectable {
    /// A mirror without members, because the description says everything that they do.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension ResponseStream: CustomReflectable {
    /// The members of the head, without the secrets of the URL and the header fields.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "statusCode": statusCode, "headers": headers,
                "url": url.map { Redaction().url($0.absoluteString) } as Any, "history": history,
            ],
            displayStyle: .struct)
    }
}

extension ProblemDetails: CustomReflectable {
    /// A mirror without members, because the description says everything that they do.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
