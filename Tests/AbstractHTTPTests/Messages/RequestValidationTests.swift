import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A request that would break the message is refused before anything is sent.
@Suite struct RequestValidationTests {
    @Test(arguments: ["a\rb", "a\nb", "a\r\nX: y", "a\u{0}b", "\n", "é\r"])
    func headerValueWithCRLFOrNULIsRejected(value: String) async {
        #expect(await invalidRequest(TextSpec(headers: ["X-Test": value])) == .headerValue(name: "X-Test"))
    }

    @Test(arguments: ["", "a b", "a:b", "a\rb", "a\nb", "a\u{0}b", "é", "a(b", "\"a\""])
    func invalidHeaderNameIsRejected(name: String) async {
        #expect(await invalidRequest(TextSpec(headers: [name: "value"])) == .headerName(name))
    }

    @Test(arguments: ["", "GET ", "GE T", "GET\r\n", "G\u{0}", "GÉT", "GET/1"])
    func invalidMethodIsRejected(method: String) async {
        #expect(await invalidRequest(TextSpec(httpMethod: HTTPMethod(rawValue: method))) == .method(method))
    }

    @Test(arguments: ["PURGE", "M-SEARCH", "get", "!#$%&'*+-.^_`|~09azAZ"])
    func everyTokenIsAMethodAndAHeaderName(token: String) async throws {
        let connector = ScriptedConnector(.response(.text("ok")))
        let spec = TextSpec(httpMethod: HTTPMethod(rawValue: token), headers: [token: "é \t value"])

        _ = try await Connection(spec, config: .over(connector)).response()

        #expect(connector.requests.map(\.method.rawValue) == [token])
        #expect(connector.requests.map { $0.headers[token] } == ["é \t value"])
    }

    static let framing: [(HTTPHeaders, RequestBody?, InvalidRequest?)] = [
        (["Content-Length": "60"], .sixty, nil),
        (["content-length": "060"], .sixty, nil),
        (["Content-Length": "60", "content-length": "60"], .sixty, nil),
        (["Content-Length": "0"], nil, nil),
        (["Content-Length": "0"], .data(Data()), nil),
        (["Content-Length": "5"], .ofUnknownLength, nil),
        (["Content-Length": "5"], .sixty, .contentLengthMismatch(declared: 5, body: 60)),
        (["content-length": "61"], .sixty, .contentLengthMismatch(declared: 61, body: 60)),
        (["Content-Length": "5"], nil, .contentLengthMismatch(declared: 5, body: 0)),
        (["Content-Length": "abc"], .sixty, .contentLength("abc")),
        (["Content-Length": "abc"], .ofUnknownLength, .contentLength("abc")),
        (["Content-Length": ""], nil, .contentLength("")),
        (["Content-Length": "-60"], .sixty, .contentLength("-60")),
        (["Content-Length": "6e1"], .sixty, .contentLength("6e1")),
        (["Content-Length": "99999999999999999999"], .sixty, .contentLength("99999999999999999999")),
        (["Content-Length": "60", "content-length": "5"], .sixty, .contentLength("60, 5")),
        (["Transfer-Encoding": "chunked"], .sixty, .transferEncoding("chunked")),
        (["transfer-encoding": "identity"], nil, .transferEncoding("identity")),
        (["Transfer-Encoding": "chunked", "Content-Length": "60"], .sixty, .transferEncoding("chunked")),
        (["Transfer-Encoding": ""], nil, .transferEncoding("")),
    ]

    @Test(arguments: framing.indices)
    func contradictoryFramingFieldsAreRejected(row: Int) async {
        let (headers, body, expected) = Self.framing[row]
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let spec = FramedSpec(fields: headers, body: body)

        let error = await failure(of: Connection(spec, config: .over(connector)))

        #expect(error?.type == expected.map { _ in .invalidRequest }, "\(headers)")
        #expect(error?.underlying as? InvalidRequest == expected, "\(headers)")
        #expect(connector.requests.count == (expected == nil ? 1 : 0))
    }

    @Test func framingErrorExplainsTheConflict() {
        let advice = """
            remove the field, because the connector sets it; RequestBody.stream(length:) declares the length of a stream
            """

        #expect(
            "\(InvalidRequest.contentLengthMismatch(declared: 5, body: 60))"
                == "the Content-Length is 5, but the body has 60 bytes; \(advice)")
        #expect(
            "\(InvalidRequest.contentLength("1, 2"))"
                == "the Content-Length \"1, 2\" is not a number of bytes; \(advice)"
        )
        #expect(
            "\(InvalidRequest.transferEncoding("chunked"))"
                == "the Transfer-Encoding \"chunked\" cannot be set in a request; \(advice)")
    }

    /// Why the spec is refused, or nil if it is sent.
    private func invalidRequest(_ spec: TextSpec) async -> InvalidRequest? {
        let connector = ScriptedConnector()
        let error = await failure(of: Connection(spec, config: .over(connector)))
        guard error?.type == .invalidRequest, connector.requests.isEmpty else { return nil }
        return error?.underlying as? InvalidRequest
    }
}

private struct FramedSpec: ConnectionSpec {
    typealias ResponseModel = String
    var fields: HTTPHeaders
    var body: RequestBody?
    var request: HTTP { HTTP("https://api.example.com/").method(.post).headers(fields).body(body) }
}

extension RequestBody {
    fileprivate static let sixty = RequestBody.data(Data(count: 60))
    fileprivate static var ofUnknownLength: RequestBody {
        .stream(replay: .multiple) { AsyncStream<Data> { $0.finish() } }
    }
}
