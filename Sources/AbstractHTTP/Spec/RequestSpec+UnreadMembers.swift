import Foundation

#if DEBUG
    /// Finds members of a spec that are missing in its request. The connection would silently ignore them, so the
    /// request fails instead.
    extension RequestSpec {
        /// Throws if the spec has such a member.
        func checkMembers(of http: HTTP) throws(InvalidRequest) {
            switch http.storage.value.members {
            case .unknown: if !(self is HTTP) { try compareMembers(with: http) }
            case .read: try checkStoredProperties()
            case .unrelated: break
            }
        }

        private func compareMembers(with http: HTTP) throws(InvalidRequest) {
            if httpMethod != .get, http.httpMethod != httpMethod { throw .unread("httpMethod") }
            let fields = http.storage.value.headers
            for (name, value) in headers where fields[name] != value {
                // A value that is another one each time, such as a date, cannot be compared.
                guard fields[name] != nil, headers[name] != value else { throw .unread("headers") }
            }
            for pair in urlQuery?.keyValues ?? [] where !http.storage.value.query.keyValues.contains(pair) {
                let hasKey = http.storage.value.query.keyValues.contains { $0.key == pair.key }
                guard hasKey, urlQuery?.keyValues.contains(pair) == false else { throw .unread("urlQuery") }
            }
            let isEmpty = http.storage.value.body == nil && http.storage.value.content == nil
            if isEmpty, (try? makePostData()) != nil { throw .unread("makePostData()") }
        }

        /// Throws if a class has a stored property with the name of a requirement that the connection does not see: it
        /// has another type, or the base class does not declare it, so that it overrides nothing.
        private func checkStoredProperties() throws(InvalidRequest) {
            // The mirror of a request as a value shows what is sent, and not its stored properties.
            guard !(self is HTTP) else { return }
            var mirror: Mirror? = Mirror(reflecting: self)
            while let current = mirror {
                for case (let name?, let value) in current.children {
                    guard let seen = requirement(named: name), "\(seen)" != "\(value)" else { continue }
                    throw .nearMiss("stored property \(name) of \(current.subjectType)", use: advice(name, current))
                }
                mirror = current.superclassMirror
            }
        }

        private func advice(_ name: String, _ type: Mirror) -> String {
            type.superclassMirror?.subjectType is any RequestSpec.Type
                ? "override var \(name), which the base class must declare, or subclass EndpointSpec"
                : "the type that RequestSpec has for \(name)"
        }

        /// What the connection sees of a member, or nil if `name` is not the name of a requirement.
        private func requirement(named name: String) -> Any? {
            switch name {
            case "url": url
            case "httpMethod": httpMethod
            case "headers": headers
            case "urlQuery": urlQuery as Any
            default: nil
            }
        }
    }

    extension HTTP.Storage {
        /// Throws if the URL or the query has the text of an optional, which an interpolation makes of `id: Int?`.
        func checkOptionals() throws(InvalidRequest) {
            let path = url.prefix { $0 != "?" && $0 != "#" }
            if let start = path.range(of: "Optional("), path[start.upperBound...].contains(")") { throw .optional(url) }
            for pair in query.keyValues {
                guard let value = pair.value, value.hasPrefix("Optional("), value.hasSuffix(")") else { continue }
                throw .optional("?\(pair.key)=Optional(…)")
            }
        }
    }

    extension ResponseSpec {
        /// Throws if the spec stores a decoder that the connection does not see, because its type is not optional.
        func checkMembers() throws(InvalidRequest) {
            guard contentDecoder == nil else { return }
            let stored = Mirror(reflecting: self).children.first { $0.label == "contentDecoder" }
            guard let stored, !isNil(stored.value) else { return }
            throw .nearMiss("stored property contentDecoder", use: "the type (any ContentDecoder)?")
        }
    }

    extension InvalidRequest {
        fileprivate static func unread(_ member: String) -> Self {
            .nearMiss(member, use: "it in the request, as in HTTP(url).\(builder(of: member))")
        }

        private static func builder(of member: String) -> String {
            switch member {
            case "httpMethod": "method(httpMethod)"
            case "headers": "headers(headers)"
            case "urlQuery": "query(urlQuery)"
            default: "body(try makePostData())"
            }
        }
    }
#endif
