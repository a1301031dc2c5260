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

    private let options: CopyOnWrite<HTTP.Options>?

    /// How long the generation can take, if this is its first request.
    var deadlines: Deadlines? { options?.value.deadlines }
    /// Which redirects are followed. If it is nil, the config decides.
    var redirects: RedirectPolicy? { options?.value.redirects }
    /// The server of the style, and the header fields that only this server gets.
    var trusted: TrustedServer? { options?.value.trusted }

    /// Reads the spec.
    ///
    /// - Parameters:
    ///   - sessions: The sessions to which the request belongs.
    ///   - idempotencyKey: The key of an earlier attempt.
    init(
        _ specs: Pipeline.Specs, _ config: ConnectionConfig, _ sessions: Sessions?, idempotencyKey: String? = nil
    ) {
        let spec = specs.request
        do {
            let http = try spec.request
            #if DEBUG
                try spec.checkMembers(of: http)
                if http.storage.value.members != .unrelated { try specs.response.checkMembers() }
            #endif
            let trusted = http.storage.value.options?.value.trusted
            self.init(http, of: spec, config.trusting(trusted), sessions, idempotencyKey)
        } catch {
            // A later attempt takes the key from here.
            let headers: HTTPHeaders = idempotencyKey.map { [.idempotencyKey: $0] } ?? [:]
            let request = Request(url: .invalid("\(type(of: spec))"), headers: headers)
            self.init(request, problem: Problem(type: .ofResolving(error), underlying: error))
        }
    }

    private init(
        _ http: HTTP, of spec: any RequestSpec, _ config: ConnectionConfig, _ sessions: Sessions?,
        _ idempotencyKey: String?
    ) {
        // Not the value inside, because a copy of it retains each of its members.
        let http = http.storage
        options = http.value.options
        // If a request cannot be sent, listeners see the parts that could be built.
        let content = Result { try http.encodedContent(config) }
        let encoded = try? content.get()
        var headers = http.value.headers
        headers.addIdempotencyKey(idempotencyKey, http.value.carriesIdempotencyKey, config)
        // A field of the spec does not have the boundary of the form.
        if http.value.options?.value.parameters?.value.form == .multipart { headers[.contentType] = nil }
        do {
            if let problem = http.value.problem { throw problem }
            #if DEBUG
                try http.value.checkOptionals()
            #endif
            let text = try config.absoluteURL(of: http.filledURL(), spec)
            let url = try LazyURL.request(text, http.value.query, encoded?.query, config.urlEncoder)
            config.addStyleDefaults(to: &headers, for: url.text)
            headers.addContentType(of: encoded)
            config.addDefaults(to: &headers, for: url.text)
            let head = Request(
                url, method: http.value.method, headers: headers, trusted: options?.value.trusted, sessions: sessions)
            (request, problem) = Self.completed(head) {
                try config.checkDefaults()
                let contentBody = try content.get()?.body
                guard http.value.body == nil || contentBody == nil else { throw InvalidRequest.twoBodies }
                return http.value.body ?? contentBody
            }
        } catch {
            headers.addContentType(of: encoded)
            let url = URL.invalid(http.value.url.withoutRefusedSegments)
            request = Request(url: url, method: http.value.method, headers: headers)
            problem = Problem(type: .ofResolving(error), underlying: error)
        }
    }

    /// The key by which the server recognizes a repeated request.
    var idempotencyKey: String? { request.headers[.idempotencyKey] }

    /// The same request for another attempt. It cannot be sent if it could not be sent before or its body was consumed.
    func again(in sessions: Sessions?) -> Self {
        problem == nil ? Self(self, sessions) : self
    }

    private init(_ other: Self, _ sessions: Sessions?) {
        options = other.options
        (request, problem) = Self.completed(other.request.belonging(to: sessions)) { other.request.body }
    }

    /// Returns the request with its body, and why it cannot be sent.
    @inline(__always)
    private static func completed(_ request: Request, body: () throws -> RequestBody?) -> (Request, Problem?) {
        var request = request
        do {
            request.body = try body()
            try request.validateFields()
            try request.validateFraming()
            return (request, nil)
        } catch {
            return (request, Problem(type: .invalidRequest, underlying: error))
        }
    }

    private init(_ request: Request, problem: Problem) {
        (self.request, self.problem) = (request, problem)
        options = nil
    }
}

extension ConnectionErrorType {
    /// The type of an error that a spec throws instead of describing a request.
    fileprivate static func ofResolving(_ error: any Error) -> Self {
        (error as? any ClassifiedError)?.connectionErrorType ?? .invalidRequest
    }
}

/// Methods of the reference, because a copy of the value inside retains each of its members.
extension CopyOnWrite<HTTP.Storage> {
    private var parameters: CopyOnWrite<PlacedParameters>? { value.options?.value.parameters }

    /// The URL with the values of its variables.
    func filledURL() throws -> String {
        guard let parameters, !parameters.value.variables.isEmpty else { return value.url }
        let template = try URITemplate(value.url)
        if let unknown = parameters.value.variables.name(otherThan: template.variableNames) {
            throw URITemplateError.unknownVariable(unknown, template: value.url)
        }
        let filled = try template.path(filledBy: parameters.value.variables)
        // A value must not make an absolute URL of a path.
        guard filled.isAbsoluteURL == value.url.isAbsoluteURL else {
            throw URITemplateError.otherHost(template: value.url)
        }
        return filled
    }

    /// The content and the parameters as a query and a body, or nil if there are none.
    fileprivate func encodedContent(_ config: ConnectionConfig) throws -> EncodedContent? {
        let encoded = try value.content?.encoded(for: value.method, config)
        guard let parameters else { return encoded }
        let form = try parameters.value.encodedForm()
        guard form == nil || encoded?.body == nil else { throw InvalidRequest.twoBodies }
        return EncodedContent(
            query: parameters.value.query(before: encoded?.query, by: config.urlEncoder),
            mediaType: encoded?.mediaType ?? form?.mediaType, body: encoded?.body ?? form?.body)
    }
}

extension HTTP.Content {
    fileprivate func encoded(for method: HTTPMethod, _ config: ConnectionConfig) throws -> EncodedContent {
        try (encoder ?? config.encoder(for: isBody ? .post : method)).encode(value)
    }
}

extension HTTPHeaders {
    fileprivate mutating func addContentType(of content: EncodedContent?) {
        guard let mediaType = content?.mediaType, self[.contentType] == nil else { return }
        add(.contentType, mediaType.rawValue)
    }

    fileprivate mutating func addIdempotencyKey(_ key: String?, _ isWanted: Bool, _ config: ConnectionConfig) {
        if let key {
            self[.idempotencyKey] = key
        } else if isWanted, self[.idempotencyKey] == nil {
            self[.idempotencyKey] = UUID(from: config.random).uuidString
        }
    }
}

extension ConnectionConfig {
    /// The absolute URL of a spec. A path is appended to the base URL, and no path is the base URL itself.
    fileprivate func absoluteURL(of text: String, _ spec: any RequestSpec) throws(InvalidRequest) -> String {
        guard !text.isEmpty || baseURL != nil else { throw .missingURL("\(type(of: spec))") }
        return try absoluteURL(of: text)
    }

    /// The absolute URL of a text that is not empty.
    func absoluteURL(of text: String) throws(InvalidRequest) -> String {
        guard let baseURL, !text.isAbsoluteURL else { return text }
        guard baseURL.hasAuthority else { throw .baseURL(baseURL) }
        return baseURL.appendingURLPath(text)
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
