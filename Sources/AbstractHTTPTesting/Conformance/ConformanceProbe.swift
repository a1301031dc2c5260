import AbstractHTTP
import Foundation

/// The connector and the server that a rule uses, with methods that send requests and check expectations.
struct ConformanceProbe: Sendable {
    let connector: any HTTPConnector
    let server: LoopbackServer
    /// The clock of the server. Only the rule moves it.
    let clock = ManualClock()

    init(_ connector: some HTTPConnector) throws {
        self.connector = connector
        server = try LoopbackServer(clock: clock) { request in .text("\(request.method) \(request.target)") }
    }

    func request(
        _ target: String = "/", _ method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: RequestBody? = nil
    ) throws -> Request {
        guard let url = URL(string: server.url + target) else { throw ConformanceFailure(reason: "no URL: \(target)") }
        return Request(url: url, method: method, headers: headers, body: body)
    }

    /// Returns the whole response.
    func send(_ request: Request, in context: ExchangeContext = ExchangeContext()) async throws -> Response {
        try await collect(try await connector.execute(request, in: context))
    }

    /// Returns the whole response to a request, GET by default, for which `response` is enqueued.
    func receive(_ response: LoopbackResponse, _ method: HTTPMethod = .get) async throws -> Response {
        server.enqueue(response)
        return try await send(request("/", method))
    }

    func collect(_ stream: ResponseStream) async throws -> Response {
        var data = Data()
        for try await chunk in stream.body { data += chunk }
        return stream.head(with: data)
    }

    /// The last request that the server received.
    func lastRequest() throws -> LoopbackRequest {
        guard let request = server.requests.last else { throw ConformanceFailure(reason: "the server got no request") }
        return request
    }

    /// Sends a request that has to fail before the end of its response.
    func expectFailure(of request: Request) async throws {
        let response: Response
        do {
            response = try await send(request)
        } catch {
            return
        }
        throw ConformanceFailure(reason: "no error, but \(response)")
    }

    /// Sends a request that has to succeed.
    func expectService() async throws {
        let response = try await send(request("/service"))
        try expectEqual(response.text, "GET /service", "the next response")
    }

    func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
        guard isTrue else { throw ConformanceFailure(reason: what()) }
    }

    func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
        guard value != expected else { return }
        throw ConformanceFailure(reason: "\(what) is \(value), expected was \(expected)")
    }
}
