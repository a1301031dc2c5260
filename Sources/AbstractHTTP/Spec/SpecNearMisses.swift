/// Finds members whose names differ slightly from the names of requirements. The connection would ignore such a member
/// and send a different request than the spec describes, so it rejects the spec.
extension RequestSpec where MethodNearMiss == Never? {
    /// Nil.
    public var method: Never? { nil }
}

extension ResponseSpec where ValidityNearMiss == Never? {
    /// Nil.
    public var isValidResponse: Never? { nil }
}

extension ResponseSpec where UnlabeledValidityNearMiss == Never? {
    /// Nil.
    public func isValidResponse(_ response: Response) throws -> Never? { nil }
}

extension ResponseSpec where UnlabeledModelNearMiss == Never? {
    /// Nil.
    public func parseResponse(_ response: Response) throws -> Never? { nil }
}

extension RequestSpec {
    /// Throws if the spec has a member that was meant to be a requirement and is not.
    func checkNearMisses() throws(InvalidRequest) {
        // A spec may have a property of this name that its `httpMethod` returns.
        if MethodNearMiss.self != Never?.self, let method = namedMethod, method != (try methodValue()) {
            throw .nearMiss("method", use: "httpMethod")
        }
        #if DEBUG
            try checkStoredProperties()
        #endif
    }
}

extension RequestSpec {
    /// ``method`` as a method, if it is one, even as a string such as "POST".
    private var namedMethod: HTTPMethod? {
        if let method = method as? HTTPMethod { return method }
        let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, "OPTIONS"]
        return (method as? String).flatMap { name in known.first { $0.rawValue == name } }
    }
}

extension ResponseSpec {
    /// Throws if the spec has a member that was meant to be a requirement and is not.
    func checkNearMisses() throws(InvalidRequest) {
        if ValidityNearMiss.self == Bool.self {
            throw .nearMiss("property isValidResponse", use: "isValidResponse(response:)")
        }
        if UnlabeledValidityNearMiss.self == Bool.self {
            throw .nearMiss("isValidResponse(_:)", use: "isValidResponse(response:)")
        }
        if UnlabeledModelNearMiss.self == ResponseModel.self {
            throw .nearMiss("parseResponse(_:)", use: "parseResponse(response:)")
        }
        guard DecoderValue.self != (any ContentDecoder)?.self, decoderValue == nil, !isNil(contentDecoder) else {
            return
        }
        throw .member("contentDecoder", type: "\(DecoderValue.self)", expected: "any ContentDecoder")
    }
}

#if DEBUG
    extension RequestSpec {
        /// Throws if a class has a stored property with the name of a requirement that the connection does not see,
        /// because the base class does not declare it and the property overrides nothing.
        private func checkStoredProperties() throws(InvalidRequest) {
            guard type(of: self) is AnyClass else { return }
            var mirror: Mirror? = Mirror(reflecting: self)
            // If the base class is not a spec, the class itself declares what the connection sees.
            while let current = mirror, current.superclassMirror?.subjectType is any RequestSpec.Type {
                for case (let name?, let value) in current.children {
                    guard let seen = requirement(named: name), "\(seen)" != "\(value)" else { continue }
                    throw .nearMiss(
                        "stored property \(name) of \(current.subjectType)",
                        use: "override var \(name), which the base class must declare, or subclass EndpointSpec")
                }
                mirror = current.superclassMirror
            }
        }

        /// What the connection sees of a member, or nil if `name` is not the name of a requirement.
        private func requirement(named name: String) -> Any? {
            switch name {
            case "url": url
            case "httpMethod": httpMethod
            case "headers": headers
            case "urlQuery": urlQuery
            case "content": content
            case "contentEncoder": contentEncoder
            case "redirects": redirects
            case "deadlines": deadlines
            case "carriesIdempotencyKey": carriesIdempotencyKey
            default: nil
            }
        }
    }
#endif
