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
    init(_ spec: any RequestSpec, encoder: any URLEncoder) {
        let text = spec.url
        let (method, headers) = (spec.httpMethod, HTTPHeaders(spec.headers))
        do {
            let url = try URL.request(text, query: spec.urlQuery, encoder: encoder)
            self.init(Request(url: url, method: method, headers: headers), body: spec.makeBody)
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
