import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The members of a spec can have any type that describes the same thing. A type that cannot be sent is an error.
@Suite(.timeLimit(.minutes(5))) struct SpecMemberTests {
    @Test func theContentIsAnyEncodableValue() async throws {
        #expect(try await body(of: ContentOfItsType(content: NewUser(name: "Ada"))) == #"{"name":"Ada"}"#)
        #expect(try await body(of: OptionalContent(content: NewUser(name: "Ada"))) == #"{"name":"Ada"}"#)
        #expect(try await body(of: OptionalContent(content: nil)) == nil)
        #expect(try await body(of: UntypedContent(text: "Ada")) == #"{"age":36,"name":"Ada"}"#)
        #expect(try await body(of: OpaqueContent()) == "[1,2]")
    }

    @Test func theBodyIsARequestBodyOrDataOrText() async throws {
        #expect(try await body(of: DataBody()) == "bytes")
        #expect(try await body(of: TextBody()) == "text")
        #expect(try await body(of: ThrowingPostData()) == "posted")
        #expect(try await body(of: PlainPostData()) == "plain")
    }

    @Test func theQueryIsADictionaryOrPairsOrAnEncodable() async throws {
        let url = "https://api.example.com/a"
        #expect(try await self.url(of: DictionaryQuery()) == url + "?a=1&b=x%20y")
        #expect(try await self.url(of: NumberQuery()) == url + "?limit=10&page=2")
        #expect(try await self.url(of: StructQuery()) == url + "?page=2&draft=true")
        #expect(try await self.url(of: PairQuery()) == url + "?b=1&a=2&b=3")
        #expect(try await self.url(of: OrderedQuery()) == url + "?b=1&a=2")
        #expect(try await self.url(of: OptionalQuery(urlQuery: nil)) == url)
        #expect(try await self.url(of: AnyQuery()) == url + "?page=2&q=a%20b")
        #expect(try await self.url(of: AnyOptionalQuery()) == url + "?page=2&q=a%20b")
        #expect(try await self.url(of: EncodableQuery()) == url + "?page=2&q=a%20b")
        #expect(try await self.url(of: LiteralQuery()) == url + "?page=2&draft=true&q=a%20b&flag")
    }

    @Test func theHeadersAreADictionaryOrFieldsOrPairs() async throws {
        #expect(try await request(of: OptionalHeaders(headers: ["A": "1"])).headers["A"] == "1")
        #expect(try await request(of: OptionalHeaders(headers: nil)).headers.isEmpty)
        let fields = try await request(of: HeaderFields()).headers
        #expect(fields.map { "\($0.name): \($0.value)" } == ["B: 1", "A: 2", "B: 3"])
        #expect(try await request(of: HeaderPairs()).headers.map(\.value) == ["2", "1"])
    }

    @Test func theMethodIsAMethodOrText() async throws {
        #expect(try await request(of: TextMethod()).method == .post)
        #expect(try await request(of: StoredMethod(method: .put)).method == .put)
    }

    @Test func deadlinesAndRedirectsNeedNotBeOptional() async throws {
        let clock = ManualClock()
        let config = ConnectionConfig(connector: ScriptedConnector(.silence), clock: clock)
        async let error = failure(of: Connection(PlainDeadlines(), config: config))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await error?.type == .timeout)

        let redirect = Response(statusCode: 302, headers: ["Location": "/b"])
        let response = try await Connection(
            PlainRedirects(), config: .over(ScriptedConnector(.response(redirect)))
        ).response()
        #expect(response.statusCode == 302)
    }

    @Test func encodersAndDecodersNeedNotBeOptional() async throws {
        let connector = ScriptedConnector(.response(.text("a=1")))

        let model = try await Connection(PlainCoders(), config: .over(connector)).response()

        #expect(model == ["a": "1"])
        #expect(try await collect(try #require(connector.requests[0].body)) == Data("name=Ada".utf8))
    }

    @Test(arguments: [
        refused(UnencodableContent(), "the spec's content is a NotEncodable, which cannot be sent; make it Encodable"),
        refused(NumberHeaders(), "the spec's headers is a Dictionary<String, Int>, which cannot be sent"),
        refused(TextQuery(), "the spec's urlQuery is a NotEncodable, which cannot be sent"),
        refused(NumberMethod(), "the spec's httpMethod is a Int, which cannot be sent; make it HTTPMethod"),
        refused(SecondsDeadline(), "the spec's deadlines is a Int, which cannot be sent; make it Deadlines"),
        refused(FlagRedirects(), "the spec's redirects is a Bool, which cannot be sent; make it RedirectPolicy"),
        refused(NumberBody(), "the spec's makeBody() is a Int, which cannot be sent; make it RequestBody"),
        refused(NumberPostData(), "the spec's makePostData() is a Int, which cannot be sent; make it Data"),
        refused(ResolvedNearMiss(), "the spec's method is not a requirement"),
        refused(NoEncoder(), "the spec's contentEncoder is a String, which cannot be sent"),
        refused(WrongMethodName(), "the spec's method is not a requirement, so it would be ignored; use httpMethod"),
        refused(PropertyValidity(), "the spec's property isValidResponse is not a requirement"),
        refused(UnlabeledValidity(), "the spec's isValidResponse(_:) is not a requirement"),
        refused(UnlabeledParser(), "the spec's parseResponse(_:) is not a requirement"),
        refused(
            StoredBelowThinBase(), "the spec's stored property httpMethod of StoredBelowThinBase is not a requirement"),
        refused(
            MethodBelowThinBase(), "the spec's stored property headers of MethodBelowThinBase is not a requirement"),
        refused(NoURL(), "the url of NoURL is empty; override it"),
        refused(NoDecoder(), "the spec's contentDecoder is a String, which cannot be sent"),
    ])
    func unsendableMemberErrorNamesIt(row: RefusedSpec) async {
        let connector = ScriptedConnector(.response(.text("ok")))

        let error = await failure(of: row.connection(.over(connector)))

        #expect(error.map { "\($0)" }?.contains(row.message) == true, "\(String(describing: error))")
        #expect(connector.requests.isEmpty)
    }

    @Test func anEndpointClassOverridesWhatItNeeds() async throws {
        let connector = ScriptedConnector { _, request in
            .response(.text(request.method == .post ? #"{"name":"Ada"}"# : ""))
        }
        let config = ConnectionConfig.over(connector)

        let user = try await Connection(CreateUser(), config: config).response()
        try await Connection(Ping(), config: config).response()
        let error = await failure(of: Connection(NoParser(), config: config))

        #expect(user == NewUser(name: "Ada"))
        #expect(
            connector.requests.map(\.url.absoluteString) == [
                "https://api.example.com/users", "https://api.example.com/ping", "https://api.example.com/ping",
            ])
        #expect(
            error?.type == .parse
                && "\(error?.underlying as Any)".contains("NoParser does not override parseResponse(response:)"))
    }

    private func request(of spec: some ConnectionSpec<String> & Sendable) async throws -> Request {
        let connector = ScriptedConnector(.response(.text("ok")))
        _ = try await Connection(spec, config: .over(connector)).response()
        return try #require(connector.requests.first)
    }

    private func body(of spec: some ConnectionSpec<String> & Sendable) async throws -> String? {
        guard let body = try await request(of: spec).body else { return nil }
        return String(decoding: try await collect(body), as: UTF8.self)
    }

    private func url(of spec: some ConnectionSpec<String> & Sendable) async throws -> String {
        try await request(of: spec).url.absoluteString
    }
}

/// A spec that is refused, and what the error says.
struct RefusedSpec: Sendable, CustomTestStringConvertible {
    let message: String
    let connection: @Sendable (ConnectionConfig) -> Connection<String>
    var testDescription: String { message }
}

private func refused(
    _ spec: @autoclosure @escaping @Sendable () -> sending some ConnectionSpec<String>, _ message: String
) -> RefusedSpec { RefusedSpec(message: message) { Connection(spec(), config: $0) } }

private struct NewUser: Codable, Hashable, Sendable { var name: String }
private struct NotEncodable: Sendable {}

private protocol PostingSpec: ConnectionSpec<String>, Sendable {}
extension PostingSpec {
    var url: String { "https://api.example.com/a" }
    var httpMethod: HTTPMethod { .post }
}
private protocol GettingSpec: ConnectionSpec<String>, Sendable {}
extension GettingSpec { var url: String { "https://api.example.com/a" } }

private struct ContentOfItsType: PostingSpec { let content: NewUser }
private struct OptionalContent: PostingSpec { let content: NewUser? }
private struct UntypedContent: PostingSpec {
    let text: String; var content: [String: Any] { ["name": text, "age": 36] }
}
private struct OpaqueContent: PostingSpec { var content: some Encodable { [1, 2] } }
private struct DataBody: PostingSpec { func makeBody() -> Data { Data("bytes".utf8) } }
private struct TextBody: PostingSpec { func makeBody() throws -> String? { "text" } }
private struct PlainPostData: PostingSpec { func makePostData() -> Data { Data("plain".utf8) } }
private struct ThrowingPostData: PostingSpec { func makePostData() throws -> Data? { Data("posted".utf8) } }

private struct DictionaryQuery: GettingSpec { var urlQuery: [String: String] { ["b": "x y", "a": "1"] } }
private struct NumberQuery: GettingSpec { var urlQuery = ["page": 2, "limit": 10] }
private struct StructQuery: GettingSpec {
    struct Page: Encodable { var page = 2; var draft = true }
    var urlQuery: Page { Page() }
}
private struct PairQuery: GettingSpec {
    var urlQuery: KeyValuePairs<String, String> { ["b": "1", "a": "2", "b": "3"] }
}
private struct AnyQuery: GettingSpec { var urlQuery: [String: Any] { ["q": "a b", "page": 2] } }
private struct AnyOptionalQuery: GettingSpec {
    var urlQuery: [String: Any?] { ["q": "a b", "page": 2, "draft": nil] }
}
private struct EncodableQuery: GettingSpec {
    var urlQuery: [String: (any Encodable)?] { ["q": "a b", "page": 2, "draft": nil] }
}
private struct OrderedQuery: GettingSpec { var urlQuery: [(String, String)] { [("b", "1"), ("a", "2")] } }
private struct OptionalQuery: GettingSpec { let urlQuery: [String: String]? }
private struct LiteralQuery: GettingSpec {
    let text = "a b"
    var urlQuery: URLQuery? { ["page": 2, "draft": true, "q": text, "flag": nil] }
}

private struct OptionalHeaders: GettingSpec { let headers: [String: String]? }
private struct HeaderFields: GettingSpec { let headers: HTTPHeaders = ["B": "1", "A": "2", "B": "3"] }
private struct HeaderPairs: GettingSpec { var headers: KeyValuePairs<String, String> { ["Z": "2", "A": "1"] } }
private struct TextMethod: GettingSpec { let httpMethod = "POST" }
private struct StoredMethod: GettingSpec {
    let method: HTTPMethod
    var httpMethod: HTTPMethod { method }
}
private struct PlainDeadlines: GettingSpec { var deadlines: Deadlines { Deadlines(total: .seconds(5)) } }
private struct PlainRedirects: ConnectionSpec {
    typealias ResponseModel = Response
    var url: String { "https://api.example.com/a" }
    var redirects: RedirectPolicy { .off }
    func isValidResponse(response: Response) -> Bool { true }
}
private struct PlainCoders: ConnectionSpec {
    typealias ResponseModel = [String: String]
    var url: String { "https://api.example.com/a" }
    var httpMethod: HTTPMethod { .post }
    let content = NewUser(name: "Ada")
    var contentEncoder: FormContentEncoder { FormContentEncoder() }
    var contentDecoder: FormContentDecoder { FormContentDecoder() }
}

private struct UnencodableContent: PostingSpec { var content: NotEncodable { NotEncodable() } }
private struct NumberHeaders: GettingSpec { let headers = ["A": 1] }
private struct TextQuery: GettingSpec { let urlQuery = NotEncodable() }
private struct NumberMethod: GettingSpec { let httpMethod = 1 }
private struct SecondsDeadline: GettingSpec { let deadlines = 5 }
private struct FlagRedirects: GettingSpec { let redirects = false }
private struct NumberBody: PostingSpec { func makeBody() -> Int { 1 } }
private struct NumberPostData: PostingSpec { func makePostData() -> Int { 1 } }
private struct ResolvedNearMiss: GettingSpec {
    func resolved() throws -> (any RequestSpec)? { WrongMethodName() }
}
private struct NoEncoder: PostingSpec { let contentEncoder = "json" }
private struct NoDecoder: GettingSpec { let contentDecoder = "json" }
private struct WrongMethodName: GettingSpec { var method: HTTPMethod { .post } }
private struct PropertyValidity: GettingSpec { var isValidResponse: Bool { true } }
private struct UnlabeledValidity: GettingSpec { func isValidResponse(_ response: Response) -> Bool { true } }
private struct UnlabeledParser: GettingSpec { func parseResponse(_ response: Response) throws -> String { "mine" } }

private class ThinBase: RequestSpec { var url: String { "https://api.example.com/a" } }
private final class StoredBelowThinBase: ThinBase, ConnectionSpec {
    typealias ResponseModel = String
    let httpMethod = HTTPMethod.post
}
private final class MethodBelowThinBase: ThinBase, ConnectionSpec {
    typealias ResponseModel = String
    let headers = ["A": "1"]
}

private final class NoURL: EndpointSpec<String> {}
private final class CreateUser: EndpointSpec<NewUser> {
    override var url: String { "https://api.example.com/users" }
    override var httpMethod: HTTPMethod { .post }
    override var content: (any Encodable)? { NewUser(name: "Ada") }
}
private final class Ping: ParsedEndpointSpec<Void> {
    override var url: String { "https://api.example.com/ping" }
}
private final class NoParser: ParsedEndpointSpec<NotEncodable> {
    override var url: String { "https://api.example.com/ping" }
}
