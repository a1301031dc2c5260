import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The members of a class say its request. A member that the request does not contain is an error in a debug build.
@Suite(.timeLimit(.minutes(5))) struct SpecMemberTests {
    @Test func requestOfAClassConsistsOfItsMembers() async throws {
        let request = try await request(of: AllMembers())

        #expect(request.method == .put)
        #expect(request.url.absoluteString == "https://api.example.com/a?page=2")
        #expect(request.headers == ["A": "1", "B": "2"])
        #expect(try await collect(try #require(request.body)) == Data("posted".utf8))
    }

    @Test func bodyOfTheAncestorIsSent() async throws {
        let request = try await request(of: AncestorBody())
        let overridden = try await self.request(of: OverriddenBody())

        #expect(try await collect(try #require(request.body)) == Data("body".utf8))
        #expect(try await collect(try #require(overridden.body)) == Data("body".utf8))
    }

    @Test func validateOfTheAncestorDecides() async throws {
        let plain = await failure(of: Connection(AncestorValidate(), config: .ok))
        let overridden = await failure(of: Connection(OverriddenValidate(), config: .ok))
        let throwing = await failure(of: Connection(SuperValidate(), config: .ok))

        #expect(
            [plain, overridden, throwing].map { $0?.type } == [.invalidResponse, .invalidResponse, .invalidResponse])
        #expect(throwing?.underlying as? Broken == Broken(reason: "after super"))
    }

    @Test func subclassAddsToTheRequestOfItsSuperclass() async throws {
        let request = try await request(of: ThirdLevel())

        #expect(request.url.absoluteString == "https://api.example.com/a?level=1&level=2&level=3")
        #expect(request.method == .patch)
    }

    @Test(arguments: [
        refused(UnreadMethod(), "the spec's httpMethod would be ignored"),
        refused(UnreadHeaders(), "the spec's headers would be ignored"),
        refused(OtherHeaders(), "the spec's headers would be ignored"),
        refused(UnreadQuery(), "the spec's urlQuery would be ignored"),
        refused(OtherQuery(), "the spec's urlQuery would be ignored"),
        refused(UnreadPostData(), "the spec's makePostData() would be ignored"),
        refused(UnreadBody(), "the spec's makePostData() would be ignored"),
        refused(UnreadOverride(), "the spec's httpMethod would be ignored"),
        refused(StoredBelowThinBase(), "the spec's stored property httpMethod of StoredBelowThinBase would be ignored"),
        refused(
            HeadersBelowThinBase(), "the spec's stored property headers of HeadersBelowThinBase would be ignored"),
        refused(StoredURL(), "the spec's stored property url of StoredURL would be ignored"),
        refused(StoredTextMethod(), "the spec's stored property httpMethod of StoredTextMethod would be ignored"),
        refused(StoredDecoder(), "the spec's stored property contentDecoder would be ignored"),
        refused(NoURL(), "the URL of NoURL is empty, and there is no base URL"),
        refused(EmptyValue(), "the URL of EmptyValue is empty, and there is no base URL"),
    ])
    func ignoredMemberIsAnError(row: RefusedSpec) async {
        let connector = ScriptedConnector(.response(.text("ok")))

        let error = await failure(of: row.connection(ConnectionConfig(connector: connector)))

        #expect(error.map { "\($0)" }?.contains(row.message) == true, "\(String(describing: error))")
        #expect(connector.requests.isEmpty)
    }

    @Test func containedMembersAreNoError() async throws {
        let request = try await request(of: ContainedMembers())

        #expect(request.headers["X-Time"] != nil)
        #expect(request.url.query()?.hasPrefix("id=") == true)
        #expect(request.method == .delete)
    }

    @Test(arguments: ["https://api.example.com/graphql", "https://api.example.com/graphql/"])
    func emptyURLIsTheBaseURL(base: String) async throws {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let config = ConnectionConfig(baseURL: base, connector: connector)

        _ = try await Connection(NoURL(), config: config).response()
        _ = try await Connection(EmptyValue(), config: config).response()
        _ = try await HTTP("").asString(config: config).response()

        #expect(connector.requests.map(\.url.absoluteString) == [base, base, base])
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
        #expect(connector.requests.map(\.url.path) == ["/users", "/ping", "/ping"])
        #expect(
            error?.type == .parse
                && "\(error?.underlying as Any)".contains("NoParser does not override parseResponse(response:)"))
    }

    private func request(of spec: sending some ConnectionSpec<String>) async throws -> Request {
        let connector = ScriptedConnector(.response(.text("ok")))
        _ = try await Connection(spec, config: .over(connector)).response()
        return try #require(connector.requests.first)
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

private let address = "https://api.example.com/a"

private struct NewUser: Codable, Hashable, Sendable { var name: String }
private struct NotEncodable: Sendable {}

private final class AllMembers: ConnectionSpec {
    typealias ResponseModel = String
    var url: String { address }
    var httpMethod: HTTPMethod { .put }
    var headers: [String: String] { ["B": "2", "A": "1"] }
    var urlQuery: URLQuery? { ["page": 2] }
    func makePostData() throws -> Data? { Data("posted".utf8) }
}
private final class AncestorBody: ConnectionSpec {
    typealias ResponseModel = String
    var url: String { address }
    var httpMethod: HTTPMethod { .post }
    func body() -> Data? { Data("body".utf8) }
}
private final class OverriddenBody: EndpointSpec<String> {
    override var url: String { address }
    override var httpMethod: HTTPMethod { .post }
    override func body() -> Data? { Data("body".utf8) }
}
private final class AncestorValidate: ConnectionSpec {
    typealias ResponseModel = String
    var url: String { address }
    func validate(response: Response) -> Bool { false }
}
private final class OverriddenValidate: EndpointSpec<String> {
    override var url: String { address }
    override func validate(response: Response) -> Bool { false }
}
private final class SuperValidate: EndpointSpec<String> {
    override var url: String { address }
    override func validate(response: Response) throws {
        try super.validate(response: response)
        throw Broken(reason: "after super")
    }
}

private class FirstLevel: EndpointSpec<String> {
    override var url: String { address }
    override var urlQuery: URLQuery? { ["level": 1] }
}
private class SecondLevel: FirstLevel {
    override var httpMethod: HTTPMethod { .patch }
    override var request: HTTP { get throws { try super.request.query("level", 2) } }
}
private final class ThirdLevel: SecondLevel {
    override var request: HTTP { get throws { try super.request.query("level", 3) } }
}

private struct UnreadMethod: ConnectionSpec {
    typealias ResponseModel = String
    var httpMethod: HTTPMethod { .post }
    var request: HTTP { HTTP(address) }
}
private struct UnreadHeaders: ConnectionSpec {
    typealias ResponseModel = String
    var headers: [String: String] { ["A": "1"] }
    var request: HTTP { HTTP(address) }
}
private struct OtherHeaders: ConnectionSpec {
    typealias ResponseModel = String
    var headers: [String: String] { ["A": "1"] }
    var request: HTTP { HTTP(address).header("A", "2") }
}
private struct UnreadQuery: ConnectionSpec {
    typealias ResponseModel = String
    var urlQuery: URLQuery? { ["page": 1] }
    var request: HTTP { HTTP(address) }
}
private struct OtherQuery: ConnectionSpec {
    typealias ResponseModel = String
    var urlQuery: URLQuery? { ["page": 1] }
    var request: HTTP { HTTP(address).query("page", 2) }
}
private struct UnreadPostData: ConnectionSpec {
    typealias ResponseModel = String
    func makePostData() -> Data? { Data("posted".utf8) }
    var request: HTTP { HTTP(address).method(.post) }
}
private struct UnreadBody: ConnectionSpec {
    typealias ResponseModel = String
    func body() -> Data? { Data("posted".utf8) }
    var request: HTTP { HTTP(address).method(.post) }
}
private final class UnreadOverride: EndpointSpec<String> {
    override var httpMethod: HTTPMethod { .post }
    override var request: HTTP { HTTP(address) }
}
private struct ContainedMembers: ConnectionSpec {
    typealias ResponseModel = String
    var httpMethod: HTTPMethod { .delete }
    var headers: [String: String] { ["X-Time": "\(ContinuousClock.now)"] }
    var urlQuery: URLQuery? { ["id": UUID().uuidString] }
    var request: HTTP { HTTP(address).method(httpMethod).headers(headers).query(urlQuery) }
}

private class ThinBase: RequestSpec { var url: String { address } }
private final class StoredBelowThinBase: ThinBase, ConnectionSpec {
    typealias ResponseModel = String
    let httpMethod = HTTPMethod.post
}
private final class HeadersBelowThinBase: ThinBase, ConnectionSpec {
    typealias ResponseModel = String
    let headers = ["A": "1"]
}
private final class StoredURL: ConnectionSpec {
    typealias ResponseModel = String
    let url = URL(filePath: "/a")
}
private final class StoredTextMethod: ConnectionSpec {
    typealias ResponseModel = String
    var url: String { address }
    let httpMethod = "POST"
}
private struct StoredDecoder: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP(address) }
    let contentDecoder = TextContentDecoder()
}

private final class NoURL: EndpointSpec<String> {}
private struct EmptyValue: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("") }
}
private final class CreateUser: EndpointSpec<NewUser> {
    override var url: String { "https://api.example.com/users" }
    override var request: HTTP { get throws { try super.request.method(.post).content(NewUser(name: "Ada")) } }
}
private final class Ping: ParsedEndpointSpec<Void> {
    override var url: String { "https://api.example.com/ping" }
}
private final class NoParser: ParsedEndpointSpec<NotEncodable> {
    override var url: String { "https://api.example.com/ping" }
}
