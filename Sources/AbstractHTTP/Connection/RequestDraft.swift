import Foundation

/// The request that a spec describes, or as much of it as could be made and the reason why it cannot be sent.
struct RequestDraft: Sendable {
    let request: Request
    let problem: Problem?

    struct Problem: Sendable {
        let type: ConnectionErrorType
        let underlying: any Error
    }

    /// Reads the spec.
    init(_ spec: any RequestSpec, _ config: ConnectionConfig) {
        let text = spec.url
        let (method, content) = (spec.httpMethod, Result { try spec.encodedContent(config) })
        let encoded = try? content.get()
        var headers = HTTPHeaders(spec.headers)
        headers.addContentType(of: encoded)
        do {
            let url = try URL.request(text, query: spec.urlQuery, encoded?.query, encoder: config.urlEncoder)
            self.init(Request(url: url, method: method, headers: headers)) {
                let (body, contentBody) = (try spec.makeBody(), try content.get()?.body)
                guard body == nil || contentBody == nil else { throw InvalidRequest.twoBodies }
                return body ?? contentBody
            }
        } catch {
            let request = Request(url: .invalid(text), method: method, headers: headers)
            self.init(request: request, problem: Problem(type: .invalidURL, underlying: error))
        }
    }

    /// The same request for another attempt: it cannot be sent when it could not before, or its body is spent.
    func again() -> Self {
        problem == nil ? Self(request) { request.body } : self
    }

    private init(_ request: Request, body: () throws -> RequestBody?) {
        var request = request
        do {
            request.body = try body()
            try request.validate()
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

extension RequestSpec {
    fileprivate func encodedContent(_ config: ConnectionConfig) throws -> EncodedContent? {
        guard let content else { return nil }
        return try (contentEncoder ?? config.encoderStrategy(httpMethod)).encode(content)
    }
}

extension HTTPHeaders {
    fileprivate mutating func addContentType(of content: EncodedContent?) {
        guard let mediaType = content?.mediaType, self[.contentType] == nil else { return }
        add(.contentType, mediaType.rawValue)
    }
}
