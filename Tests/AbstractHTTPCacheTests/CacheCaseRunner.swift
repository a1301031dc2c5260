import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport

/// Runs a case of the published cache tests on a virtual clock. It is also the server.
final class CacheCaseRunner: Sendable {
    /// The result of a case.
    enum Verdict: Equatable {
        case passed
        case failed(String)
        /// A step that prepares the case did something else.
        case undecided(String)
    }

    /// How the requests are written.
    enum Style: CaseIterable, Sendable {
        case specs
        case rules
    }

    private struct Note: Sendable {
        let number: Int
        let method: String
        let headers: HTTPHeaders
        let response: [(name: String, value: String)]
    }

    private struct State: Sendable {
        var now = Date(timeIntervalSince1970: 1_767_225_600)
        var notes: [Note] = []
    }

    private struct Failure: Error {
        let check: String
        let text: String
    }

    private let test: CacheCase
    private let style: Style
    private let state = LockedValue(State())
    private let token = "token"

    init(_ test: CacheCase, _ style: Style = .specs) {
        (self.test, self.style) = (test, style)
    }

    private var now: Date { state.withLock(\.now) }
    private var notes: [Note] { state.withLock(\.notes) }

    /// - Parameter connector: Nil for a run without a network.
    func verdict(_ store: any CacheStore, over connector: (any HTTPConnector)? = nil) async throws -> Verdict {
        guard let connector else {
            return await verdict(store, MockConnector { try self.answer($0) }, base: "http://example.com")
        }
        let server = try LoopbackServer { request in
            guard let url = URL(string: "http://example.com" + request.target) else { return .raw("") }
            let answered = Request(url: url, method: request.method, headers: request.headers)
            guard let response = try? self.answer(answered) else { return .raw("") }
            return LoopbackResponse(
                statusCode: response.statusCode, headers: response.headers, data: response.data)
        }
        return await verdict(store, connector, base: server.url)
    }

    private func verdict(_ store: any CacheStore, _ connector: any HTTPConnector, base: String) async -> Verdict {
        var config = ConnectionConfig(baseURL: base, connector: connector)
        config.cache = HTTPCache(store: store)
        config.date = { self.now }
        config.redirects = .off
        var responses: [Response?] = []
        for (index, exchange) in test.requests.enumerated() {
            let response = await send(exchange, index + 1, config)
            responses.append(response)
            do {
                try check(exchange, index + 1, response)
            } catch {
                return verdict(error, exchange, index + 1)
            }
            if exchange.pause_after == true { state.withLock { $0.now += 3 } }
        }
        return checkNotes(responses)
    }

    private func verdict(_ error: any Error, _ exchange: CacheCase.Exchange, _ number: Int) -> Verdict {
        guard let failure = error as? Failure else { return .failed("\(error)") }
        let text = "request \(number), \(failure.check): \(failure.text)"
        let isSetup = exchange.setup == true || exchange.setup_tests?.contains(failure.check) == true
        return isSetup ? .undecided(text) : .failed(text)
    }

    private func send(_ exchange: CacheCase.Exchange, _ number: Int, _ config: ConnectionConfig) async -> Response? {
        var path = "/test/\(token)"
        if let filename = exchange.filename { path += "/\(filename)" }
        if let query = exchange.query_arg { path += "?\(query)" }
        var headers = HTTPHeaders()
        for field in exchange.request_headers ?? [] {
            headers.add(HTTPHeaderName(rawValue: field.name), field.value.text(at: now, target: path))
        }
        headers["Test-ID"] = test.id
        headers["Req-Num"] = String(number)
        let request = CaseSpec(
            url: path, httpMethod: HTTPMethod(rawValue: exchange.request_method ?? "GET"),
            headers: headers, body: exchange.request_body.map { Data($0.utf8) })
        if style == .rules { return try? await sendByRule(request, config) }
        do {
            return try await Connection(request, config: config).response()
        } catch {
            return error.response
        }
    }

    private func sendByRule(_ spec: CaseSpec, _ config: ConnectionConfig) async throws -> Response? {
        let base = config.baseURL ?? ""
        var config = config
        config.baseURL = nil
        let api = DefinitionAPI(baseURL: base, config: config, cache: HTTPCache())
        let rule = ["Path": "", "Method": spec.httpMethod.rawValue, "Response Serializer": "AFHTTPResponseSerializer"]
        try api.store.load(json: try JSONEncoder().encode(["Case": rule]))
        let isFinished = Promise<Void>()
        let task = api.request(name: "Case") { context in
            context.requestCustomization = { request in
                if let url = URL(string: base + spec.url) { request.url = url }
                request.headers = spec.headers
                request.body = spec.body.map { .data($0) }
            }
            context.failure { _, _ in }
            context.finished { _, _ in isFinished.fulfill(()) }
        }
        await isFinished.value()
        return task.error?.response ?? task.response
    }

    // MARK: - The server

    private func answer(_ request: Request) throws -> Response {
        guard let number = request.headers["Req-Num"].flatMap({ Int($0) }), test.requests.indices.contains(number - 1)
        else { return Response(statusCode: 500) }
        let exchange = test.requests[number - 1]
        if let pause = exchange.response_pause { state.withLock { $0.now += pause } }
        let (now, target) = (now, request.url.path() + (request.url.query().map { "?\($0)" } ?? ""))
        let fields = (exchange.response_headers ?? []).map { field in
            (name: field.name, value: field.value.text(at: now, target: target), isNoted: field.isNoted)
        }
        let noted = fields.filter(\.isNoted).map { (name: $0.name, value: $0.value) }
        let numbers = state.withLock { state in
            state.notes.append(
                Note(number: number, method: request.method.rawValue, headers: request.headers, response: noted))
            return state.notes.map { String($0.number) }.joined(separator: " ")
        }
        if exchange.disconnect == true { throw TransportError(.noResponse) }
        var headers: HTTPHeaders = [
            "Server-Base-Url": target, "Server-Request-Count": String(notes.count),
            "Client-Request-Count": String(number), "Server-Now": String(Int(now.timeIntervalSince1970 * 1_000)),
        ]
        for field in fields { headers.add(HTTPHeaderName(rawValue: field.name), field.value) }
        if headers[.contentType] == nil { headers[.contentType] = "text/plain" }
        if headers["Date"] == nil { headers["Date"] = CacheCase.Value.date(0).text(at: now, target: target) }
        let status = statusCode(exchange, number, request)
        let hasBody = ![204, 304].contains(status) && request.method != .head
        let body = hasBody ? Data((exchange.response_body ?? token).utf8) : Data()
        if hasBody { headers[.contentLength] = String(body.count) }
        headers["Request-Numbers"] = numbers
        return Response(statusCode: status, headers: headers, data: body, url: request.url)
    }

    private func statusCode(_ exchange: CacheCase.Exchange, _ number: Int, _ request: Request) -> Int {
        guard let type = exchange.expected_type, type.hasSuffix("_validated") else { return exchange.status ?? 200 }
        let before = notes.last { $0.number == number - 1 }
        func last(_ name: String) -> String? {
            let previous = test.requests[number - 2].response_headers ?? []
            let noted = before?.response.last { $0.name.lowercased() == name.lowercased() }?.value
            return noted
                ?? previous.last { $0.name.lowercased() == name.lowercased() }.map {
                    $0.value.text(at: now, target: request.url.path())
                }
        }
        let tag = last("ETag").map { request.headers["If-None-Match"] == $0 } ?? false
        let date = last("Last-Modified").map { request.headers["If-Modified-Since"] == $0 } ?? false
        return tag || date ? 304 : 999
    }

    // MARK: - The checks

    private func check(_ exchange: CacheCase.Exchange, _ number: Int, _ response: Response?) throws {
        guard let response else {
            if exchange.disconnect == true { return }
            throw Failure(check: "expected_type", text: "there is no response")
        }
        try checkType(exchange, number, response)
        let expected = exchange.expected_status ?? exchange.status ?? 200
        if !exchange.expectsAnyStatus, response.statusCode != expected {
            throw Failure(check: "expected_status", text: "\(response.statusCode), not \(expected)")
        }
        for expectation in exchange.expected_response_headers ?? [] {
            guard holds(expectation, response) else {
                throw Failure(
                    check: "expected_response_headers",
                    text: "\(expectation) is \(response.headers[expectation.name] ?? "missing")")
            }
        }
        for expectation in exchange.expected_response_headers_missing ?? []
        where response.headers[expectation.name] != nil {
            throw Failure(check: "expected_response_headers_missing", text: expectation.name)
        }
        guard exchange.check_body != false, !exchange.expectsAnyText, ![204, 304].contains(response.statusCode),
            exchange.request_method != "HEAD"
        else { return }
        let text = exchange.expected_response_text ?? exchange.response_body ?? token
        if response.text != text { throw Failure(check: "body", text: "\(response.text), not \(text)") }
    }

    private func checkType(_ exchange: CacheCase.Exchange, _ number: Int, _ response: Response) throws {
        let count = response.headers["Server-Request-Count"].flatMap { Int($0) }
        let note = notes.first { $0.number == number }
        let holds =
            switch exchange.expected_type {
            case "cached": count.map { $0 < number } ?? (response.statusCode == 304)
            case "not_cached": count == number && note != nil
            case "etag_validated": note?.headers["If-None-Match"] != nil
            case "lm_validated": note?.headers["If-Modified-Since"] != nil
            default: true
            }
        if !holds {
            throw Failure(
                check: "expected_type",
                text: "not \(exchange.expected_type ?? ""): \(response.headers["Cache-Status"] ?? "")")
        }
    }

    private func holds(_ expectation: CacheCase.Expectation, _ response: Response) -> Bool {
        let value = response.headers[expectation.name]
        switch expectation {
        case .present: return value != nil
        case .equal(_, let expected):
            let milliseconds = response.headers["Server-Now"].flatMap { Double($0) } ?? 0
            let target = response.headers["Server-Base-Url"] ?? ""
            return value == expected.text(at: Date(timeIntervalSince1970: milliseconds / 1_000), target: target)
        case .greater(_, let number): return value.flatMap { Int($0) }.map { $0 > number } ?? false
        case .same(_, let other): return value == response.headers[other]
        }
    }

    private func checkNotes(_ responses: [Response?]) -> Verdict {
        var rest = notes[...]
        for (index, exchange) in test.requests.enumerated() where exchange.expected_type != "cached" {
            guard let note = rest.popFirst() else { break }
            do {
                try check(exchange, note, responses[index])
            } catch {
                return verdict(error, exchange, index + 1)
            }
        }
        return .passed
    }

    private func check(_ exchange: CacheCase.Exchange, _ note: Note, _ response: Response?) throws {
        if let method = exchange.expected_method, note.method != method {
            throw Failure(check: "expected_method", text: note.method)
        }
        for expectation in exchange.expected_request_headers ?? [] {
            let value = note.headers[expectation.name]
            let holds =
                if case .equal(_, .text(let text)) = expectation { value == text } else { value != nil }
            if !holds { throw Failure(check: "expected_request_headers", text: "\(expectation)") }
        }
        guard let response else { return }
        for (name, value) in note.response where !["date", "set-cookie", "set-cookie2"].contains(name.lowercased()) {
            let values = response.headers.values(for: HTTPHeaderName(rawValue: name))
            if !values.contains(value), response.headers[name] != value, response.statusCode != 304 {
                throw Failure(check: "response_headers", text: "\(name) is \(values), not \(value)")
            }
        }
    }
}

private struct CaseSpec: ConnectionSpec {
    typealias ResponseModel = Response
    let url: String
    let httpMethod: HTTPMethod
    let headers: HTTPHeaders
    let body: Data?
    var request: HTTP { HTTP(url).method(httpMethod).headers(headers).body(body) }

    func isValidResponse(response: Response) -> Bool { true }
}
