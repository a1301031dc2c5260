import Foundation

/// The request that a spec describes. If it cannot be sent, holds the parts that could be built, and the reason.
struct BuiltRequest: Sendable {
    let request: Request
    let problem: Problem?

    /// A class, because most requests have no problem, and each step copies the request.
    final class Problem: Sendable {
        let type: ConnectionErrorType
        let underlying: any Error

        init(type: ConnectionErrorType, underlying: any Error) { (self.type, self.underlying) = (type, underlying) }
    }

    /// Reads the spec.
    ///
    /// - Parameter idempotencyKey: The key of an earlier attempt.
    init(_ specs: Pipeline.Specs, _ config: ConnectionConfig, idempotencyKey: String?) {
        let spec = specs.request
        do {
            let described = try spec.resolved() ?? spec
            try described.checkNearMisses()
            try specs.response.checkNearMisses()
            self.init(describedBy: described, config, idempotencyKey)
        } catch {
            let request = Request(
                url: .invalid(spec.url), method: (try? spec.methodValue()) ?? .get,
                headers: (try? spec.headerFields()) ?? [:])
            self.init(request: request, problem: Problem(type: .ofResolving(error), underlying: error))
        }
    }

    private init(describedBy spec: any RequestSpec, _ config: ConnectionConfig, _ idempotencyKey: String?) {
        let text = spec.url
        // If a request cannot be sent, listeners see the parts that could be built.
        let (method, fields) = (Result { try spec.methodValue() }, Result { try spec.headerFields() })
        let shownMethod = (try? method.get()) ?? .get
        let content = Result { try spec.encodedContent(shownMethod, config) }
        let query = Result { try spec.queryValue(config.urlEncoder) }
        let encoded = try? content.get()
        var headers = (try? fields.get()) ?? [:]
        headers.addContentType(of: encoded)
        headers.addIdempotencyKey(idempotencyKey, of: spec, config)
        do {
            guard !text.isEmpty else { throw InvalidRequest.missingURL("\(type(of: spec))") }
            let (pairs, encodedQuery) = (try? query.get()) ?? (nil, nil)
            let url = try LazyURL.request(
                config.absoluteURL(of: text), pairs, encodedQuery, encoded?.query, config.urlEncoder)
            headers.addDefaults(of: config, for: url)
            self.init(Request(url, method: shownMethod, headers: headers)) {
                _ = (try method.get(), try fields.get(), try query.get())
                guard !config.hasHeaders || !config.credentialScope.isEmpty else {
                    throw InvalidRequest.missingOrigins
                }
                try spec.checkUnreadMembers()
                let (body, contentBody) = (try spec.bodyValue(), try content.get()?.body)
                guard body == nil || contentBody == nil else { throw InvalidRequest.twoBodies }
                return body ?? contentBody
            }
        } catch {
            let request = Request(url: .invalid(text), method: shownMethod, headers: headers)
            self.init(request: request, problem: Problem(type: .invalidURL, underlying: error))
        }
    }

    /// The key by which the server recognizes a repeated request.
    var idempotencyKey: String? { request.headers[.idempotencyKey] }

    /// The same request for another attempt. It cannot be sent if it could not be sent before or its body was consumed.
    func again() -> Self {
        problem == nil ? Self(request) { request.body } : self
    }

    private init(_ request: Request, body: () throws -> RequestBody?) {
        var request = request
        do {
            request.body = try body()
            try request.validateFields()
            try request.validateFraming()
            self.init(request: request)
        } catch {
            self.init(request: request, problem: Problem(type: .invalidRequest, underlying: error))
        }
    }

    private init(request: Request, problem: Problem? = nil) {
        self.request = request
        self.problem = problem
    }
}

extension ConnectionErrorType {
    /// The type of an error that a spec throws instead of describing a request.
    fileprivate static func ofResolving(_ error: any Error) -> Self {
        (error as? any ClassifiedError)?.connectionErrorType ?? .invalidRequest
    }
}

extension RequestSpec {
    fileprivate func encodedContent(_ method: HTTPMethod, _ config: ConnectionConfig) throws -> EncodedContent? {
        guard let content = try contentValue() else { return nil }
        return try (encoderValue() ?? config.encoderStrategy(method)).encode(content)
    }
}

extension HTTPHeaders {
    fileprivate mutating func addContentType(of content: EncodedContent?) {
        guard let mediaType = content?.mediaType, self[.contentType] == nil else { return }
        add(.contentType, mediaType.rawValue)
    }

    fileprivate mutating func addIdempotencyKey(_ key: String?, of spec: any RequestSpec, _ config: ConnectionConfig) {
        if let key {
            self[.idempotencyKey] = key
        } else if spec.carriesIdempotencyKey, self[.idempotencyKey] == nil {
            self[.idempotencyKey] = UUID(from: config.random).uuidString
        }
    }
}

extension ConnectionConfig {
    /// The absolute URL of a spec. A path is appended to the base URL.
    func absoluteURL(of text: String) throws(InvalidRequest) -> String {
        guard mayHaveBaseURL, !text.isAbsoluteURL, let baseURL else { return text }
        guard baseURL.hasAuthority else { throw .relativeURL(baseURL) }
        return baseURL.appendingURLPath(text)
    }
}

extension HTTPHeaders {
    /// Adds the fields of the config that the spec does not set, if the server may get them.
    fileprivate mutating func addDefaults(of config: ConnectionConfig, for url: LazyURL) {
        guard config.hasHeaders, config.credentialScope.allows(url.text) else { return }
        let own = self
        for field in config.headers where own[field.name] == nil { add(field) }
    }

    /// Removes the default fields that the server of `url` must not get: those of the front end, and those of the
    /// config whose value was not changed.
    mutating func removeDefaults(of config: ConnectionConfig, for url: URL) {
        let text = url.absoluteString
        if !config.headers.isEmpty, !config.credentialScope.allows(text) {
            for field in config.headers where values(for: field.name).contains(field.value) { remove(field.name) }
        }
        guard let frontEnd = config.frontEnd?(), !frontEnd.headers.isEmpty else { return }
        let scope = CredentialScope(base: frontEnd.baseURL, others: config.credentialOrigins)
        if !scope.allows(text) { for name in frontEnd.headers { remove(name) } }
    }
}

extension UUID {
    /// A random UUID (RFC 9562, section 5.4).
    fileprivate init(from random: RandomSource) {
        var bytes = random.next().bigEndianBytes + random.next().bigEndianBytes
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
