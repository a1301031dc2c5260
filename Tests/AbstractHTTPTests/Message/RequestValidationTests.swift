import AbstractHTTP
import AbstractHTTPTesting
import Testing

/// What would break a message is refused before anything is sent.
@Suite struct RequestValidationTests {
    @Test(arguments: ["a\rb", "a\nb", "a\r\nX: y", "a\u{0}b", "\n", "é\r"])
    func aHeaderValueWithCRLFOrNULIsRefused(value: String) async {
        #expect(await refusal(TextSpec(headers: ["X-Test": value])) == .headerValue(name: "X-Test"))
    }

    @Test(arguments: ["", "a b", "a:b", "a\rb", "a\nb", "a\u{0}b", "é", "a(b", "\"a\""])
    func aHeaderNameThatIsNoTokenIsRefused(name: String) async {
        #expect(await refusal(TextSpec(headers: [name: "value"])) == .headerName(name))
    }

    @Test(arguments: ["", "GET ", "GE T", "GET\r\n", "G\u{0}", "GÉT", "GET/1"])
    func aMethodThatIsNoTokenIsRefused(method: String) async {
        #expect(await refusal(TextSpec(httpMethod: HTTPMethod(rawValue: method))) == .method(method))
    }

    @Test(arguments: ["PURGE", "M-SEARCH", "get", "!#$%&'*+-.^_`|~09azAZ"])
    func everyTokenIsAMethodAndAHeaderName(token: String) async throws {
        let connector = ScriptedConnector(.response(.text("ok")))
        let spec = TextSpec(httpMethod: HTTPMethod(rawValue: token), headers: [token: "é \t value"])

        _ = try await Connection(spec, config: .over(connector)).response()

        #expect(connector.requests.map(\.method.rawValue) == [token])
        #expect(connector.requests.map { $0.headers[token] } == ["é \t value"])
    }

    /// Why the spec is refused; nil when it is sent.
    private func refusal(_ spec: TextSpec) async -> InvalidRequest? {
        let connector = ScriptedConnector()
        let error = await failure(of: Connection(spec, config: .over(connector)))
        guard error?.type == .invalidRequest, connector.requests.isEmpty else { return nil }
        return error?.underlying as? InvalidRequest
    }
}
