// `dump`, debuggers, and the descriptions of values that contain others read the mirror of a value. The mirrors here
// leave out what `Redaction` removes from logs.

extension HTTPHeaders.Field: CustomReflectable {
    /// The name and the value without secrets.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["name": name.description, "value": Redaction().value(of: self).inOneLine],
            displayStyle: .struct)
    }
}

extension HTTPHeaders: CustomReflectable {
    /// The fields.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

extension Request: CustomReflectable {
    /// The members, without the secrets of the URL and the header fields.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["method": method, "url": shownURL, "headers": headers, "body": body as Any],
            displayStyle: .struct)
    }
}

extension RequestBody: CustomReflectable {
    /// The length and the replay, without the bytes.
    public var customMirror: Mirror {
        Mirror(self, children: ["length": length as Any, "replay": replay], displayStyle: .struct)
    }
}

extension Response: CustomReflectable {
    /// The members, without the body and the secrets of the URL and the header fields.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "statusCode": statusCode, "headers": headers, "byteCount": data.count,
                "url": url.map { Redaction().url($0.absoluteString) } as Any, "history": history,
                "trailers": trailers,
            ],
            displayStyle: .struct)
    }
}

extension ConnectionError: CustomReflectable {
    /// The members. The underlying error is a string.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "type": type, "request": request, "response": response as Any,
                "failureModel": failureModel.map(RedactedDescription.text) as Any,
                "underlying": underlying?.textWithoutSecrets as Any, "cancelReason": cancelReason as Any,
                "attempts": attempts,
            ],
            displayStyle: .struct)
    }
}

extension AttemptRecord: CustomReflectable {
    /// The members. The underlying error is a string.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "number": number, "request": request, "statusCode": statusCode as Any, "type": type,
                "underlying": underlying?.textWithoutSecrets as Any,
            ],
            displayStyle: .struct)
    }
}

// The descriptions of these errors say everything that their members do.

extension InvalidRequest: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

extension URITemplateError: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

extension RedirectError: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}

extension Connection: CustomReflectable {
    /// A mirror without members, because a spec may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}

extension Authorization: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension AccessToken: CustomReflectable {
    /// The scheme and the expiry.
    public var customMirror: Mirror {
        let scheme = scheme.isToken ? scheme : Redaction.mark
        return Mirror(self, children: ["scheme": scheme, "expiry": expiry as Any], displayStyle: .struct)
    }
}

extension TokenRefresh: CustomReflectable {
    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}

extension ConnectionConfig: CustomReflectable {
    /// The members that say where requests go, without secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "baseURL": baseURL.map { Redaction().url($0) } as Any, "headers": headers,
                "connector": String(describing: Swift.type(of: connector)), "middlewareCount": middleware.count,
                "policyCount": policies.count,
            ],
            displayStyle: .struct)
    }
}
