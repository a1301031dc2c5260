import Foundation

/// The members of a spec as the connection sends them, whatever their types are.
///
/// Each asks for the default type first, because ``exactly(_:_:)`` costs a tenth of a cast.
extension RequestSpec {
    /// ``httpMethod`` as a method.
    package func methodValue() throws(InvalidRequest) -> HTTPMethod {
        let value = httpMethod
        if let method = exactly(value, HTTPMethod.self) ?? value as? HTTPMethod { return method }
        if let text = value as? String { return HTTPMethod(rawValue: text) }
        guard isNil(value) else { throw .member("httpMethod", of: value, expected: "HTTPMethod") }
        return .get
    }

    /// ``headers`` as header fields.
    package func headerFields() throws(InvalidRequest) -> HTTPHeaders {
        let value = headers
        if let dictionary = exactly(value, [String: String].self) { return HTTPHeaders(dictionary) }
        if let fields = exactly(value, HTTPHeaders.self) ?? value as? HTTPHeaders { return fields }
        if let dictionary = value as? [String: String] { return HTTPHeaders(dictionary) }
        if let pairs = pairs(of: value) {
            var fields: HTTPHeaders = [:]
            for (name, value) in pairs {
                if let value { fields.add(HTTPHeaderName(rawValue: name), value) }
            }
            return fields
        }
        guard isNil(value) else { throw .member("headers", of: value, expected: "[String: String] or HTTPHeaders") }
        return [:]
    }

    /// ``urlQuery`` as pairs, or as text that is already encoded.
    package func queryValue(_ encoder: some URLEncoder) throws -> (pairs: URLQuery?, encoded: String?) {
        let value = urlQuery
        if let query = exactly(value, URLQuery?.self) { return (query, nil) }
        if let query = value as? URLQuery { return (query, nil) }
        if isNil(value) { return (nil, nil) }
        if let pairs = pairs(of: value) { return (URLQuery(pairs.map { KeyValue(key: $0.0, value: $0.1) }), nil) }
        if let pairs = value as? [KeyValue] { return (URLQuery(pairs), nil) }
        let encoder = QueryContentEncoder(escaping: encoder)
        if let value = value as? any Encodable { return (nil, try encoder.encode(value).query) }
        if value is [String: Any] { return (nil, try encoder.encode(HTTPContent(untyped: value)).query) }
        throw InvalidRequest.member(
            "urlQuery", of: value, expected: "URLQuery, a dictionary, or another Encodable value")
    }

    /// ``content`` as a value to encode.
    package func contentValue() throws -> (any Encodable)? {
        let value = content
        if let content = exactly(value, (any Encodable)?.self) {
            return content.flatMap { isNil($0) ? nil : $0 }
        }
        if isNil(value) { return nil }
        if let value = value as? any Encodable { return value }
        if value is [String: Any] || value is [Any] { return try HTTPContent(untyped: value) }
        throw InvalidRequest.member("content", of: value, expected: "Encodable")
    }

    /// ``contentEncoder``, or nil if the config decides.
    package func encoderValue() throws(InvalidRequest) -> (any ContentEncoder)? {
        try setting(contentEncoder, named: "contentEncoder", expected: "any ContentEncoder")
    }

    /// What ``makePostData()`` returns, as bytes.
    package func postDataValue() throws -> Data? {
        try setting(makePostData(), named: "makePostData()", expected: "Data")
    }

    /// What ``makeBody()`` returns, as a body.
    package func bodyValue() throws -> RequestBody? {
        let value = try makeBody()
        if let body = exactly(value, RequestBody?.self) { return body }
        if let body = value as? RequestBody { return body }
        if isNil(value) { return nil }
        if let data = value as? Data { return .data(data) }
        if let text = value as? String { return .data(Data(text.utf8)) }
        throw InvalidRequest.member("makeBody()", of: value, expected: "RequestBody, Data, or String")
    }

    /// ``redirects``, or nil if the config decides.
    package func redirectsValue() throws(InvalidRequest) -> RedirectPolicy? {
        try setting(redirects, named: "redirects", expected: "RedirectPolicy")
    }

    /// ``deadlines``, or nil if the config decides.
    package func deadlinesValue() throws(InvalidRequest) -> Deadlines? {
        try setting(deadlines, named: "deadlines", expected: "Deadlines")
    }

    /// A member that has the type `Setting`, or an optional of it.
    ///
    /// Inlined, because looking up the type of the optional at run time would cost a thousand instructions.
    @inline(__always)
    private func setting<Value, Setting>(
        _ value: Value, named name: String, expected: String
    ) throws(InvalidRequest) -> Setting? {
        if let setting = exactly(value, Setting?.self) { return setting }
        if let setting = value as? Setting { return setting }
        guard isNil(value) else { throw .member(name, of: value, expected: expected) }
        return nil
    }

    /// Throws if a member that is not read for each request has a type that cannot be sent.
    func checkUnreadMembers() throws(InvalidRequest) {
        if EncoderValue.self != (any ContentEncoder)?.self { _ = try encoderValue() }
        if RedirectsValue.self != RedirectPolicy?.self { _ = try redirectsValue() }
        if DeadlinesValue.self != Deadlines?.self { _ = try deadlinesValue() }
    }

    private func pairs(of value: Any) -> [(String, String?)]? {
        switch value {
        case let pairs as KeyValuePairs<String, String>: pairs.map { ($0.key, $0.value) }
        case let pairs as KeyValuePairs<String, String?>: pairs.map { ($0.key, $0.value) }
        case let pairs as [(String, String)]: pairs.map { ($0, $1) }
        case let pairs as [(String, String?)]: pairs
        default: nil
        }
    }
}

extension InvalidRequest {
    fileprivate static func member(_ name: String, of value: Any, expected: String) -> Self {
        .member(name, type: "\(Swift.type(of: value))", expected: expected)
    }
}
