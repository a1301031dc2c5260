import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import HTTPIDLCompatibility
import HTTPIDLCompiler
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class AlbumTimer: ConnectionListener {
    func onStart(connection: any ConnectionTask, request: HTTPRequest) { print("start") }

    func onEnd(
        connection: any ConnectionTask, response: HTTPResponse?, responseModel: (any Sendable)?, error: HIError?
    ) {
        print("end")
    }
}

class FindSongs: Request {
    var method: String = "GET"
    var configuration: Configuration = BaseConfiguration.shared
    var uri: String { "/v1/songs" }
    var title: String?
    var content: RequestContent? { ["q": title.asRequestContent()] }
}

/// A request written by hand for HTTPIDL.
private class RateAlbum: Request {
    var method: String
    var configuration = BaseConfiguration.shared
    var uri: String { "/v1/albums/white" }
    var content: RequestContent? { ["is_good": true.asRequestContent(), "note": "a b"] }

    init(method: String) { self.method = method }
}

/// How to get the behavior of HTTPIDL.
@Suite(.timeLimit(.minutes(5))) struct IDLMigrationTests {
    private let connector = ScriptedConnector { _, _ in .response(HTTPResponse(statusCode: 204)) }
    private let printed = LockedValue<[String]>([])
    private let answered = Promise<Void>()

    private func print(_ value: some Any) {
        printed.withLock { $0.append("\(value)") }
        answered.fulfill(())
    }

    @Test(arguments: [
        "STRUCT A { RequestContentConvertible any; }", "STRUCT A { ARRAY<ResponseContentConvertible> any; }",
        "STRUCT A { Any any; }", "STRUCT A { STRNG text; }", "STRUCT Album { STRING title; } STRUCT A { Albun album; }",
        "STRUCT A { DICT<DOUBLE, STRING> keys; }", "STRUCT A { DICT<FLOAT, STRING> keys; }",
        "STRUCT A { DICT<DATE, STRING> keys; }", "STRUCT A { DICT<BLOB, STRING> keys; }",
        "STRUCT A { DICT<FILE, STRING> keys; }",
        "MESSAGE /a { HEAD REQUEST {} HEAD RESPONSE { STRING text; } }",
    ])
    func fileWithAChangeIsAnError(_ text: String) {
        #expect(IDLCompiler().check([SourceFile(path: "a.http", text: text)]).count == 1)
    }

    @Test func fieldOfAnyContentIsHTTPContent() {
        let text = "STRUCT A { HTTPContent any; ARRAY<HTTPContent> list; JSONObject old; }"

        #expect(IDLCompiler().check([SourceFile(path: "a.http", text: text)]).isEmpty)
    }

    @Test(arguments: [
        "STRUCT Album { STRING title; } STRUCT A { App.Albun album; App.STRNG text; }",
        "STRUCT A { DICT<STRING, STRING> names; }", "MESSAGE /points/$x,$y { GET REQUEST {} }",
        "MESSAGE /a { HEAD REQUEST {} HEAD RESPONSE {} }",
    ])
    func fileWithTheReplacementIsValid(_ text: String) {
        #expect(IDLCompiler().check([SourceFile(path: "a.http", text: text)]).isEmpty)
    }

    @Test func sendsFormsAndDigits() async throws {
        try await BaseConfiguration.scope {
            let options = FieldOptions(booleans: .digits)
            BaseConfiguration.shared.encoderStrategy = { request in
                ["POST", "PUT", "PATCH"].contains(request.method) ? .form(options) : .query(options)
            }

            BaseConfiguration.shared.baseURLString = "https://api.example.com"
            let client = BaseClient(config: ConnectionConfig(connector: connector))
            for method in ["POST", "PUT", "PATCH", "GET", "OPTIONS"] {
                _ = try await client.connection(to: RateAlbum(method: method)).response()
            }
        }

        let (form, query) = ("is_good=1&note=a+b", "is_good=1&note=a%20b")
        #expect(try await connector.bodies() == [form, form, form, nil, nil])
        #expect(connector.requests.map { $0.url.query() } == [nil, nil, nil, query, query])
        #expect(connector.requests[0].headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test func handwrittenRequestsKeepTheirNames() async throws {
        let request = FindSongs()
        request.configuration.baseURLString = "https://api.example.com"
        request.title = "Help"

        _ = try await Client(config: ConnectionConfig(connector: connector)).connection(to: request).response()

        #expect(connector.requests.map(\.url.absoluteString) == ["https://api.example.com/v1/songs?q=Help"])
    }

    @Test func listensOncePerRequest() async throws {
        let request = request(BaseClient(config: ConnectionConfig(connector: connector)))

        let response = try await request.connection().addListener(AlbumTimer()).response()

        #expect(response.title == nil)
    }

    @Test func hasClientsWithAndWithoutRewriters() async throws {
        let client = BaseClient(config: ConnectionConfig(connector: connector))
        let request = request(client)
        _ = try await request.send()

        let staging = BaseClient(config: client.config)
        staging.add(requestRewriter: AlbumStage())
        request.client = staging
        _ = try await request.send()

        #expect(connector.requests.map { $0.headers["X-Stage"] } == [nil, "test"])
    }

    @Test func callsBackOnAQueue() async {
        let queue = DispatchQueue(label: "albums")
        let request = request(BaseClient(config: ConnectionConfig(connector: connector)))

        let connection = request.connection()
            .onResult(on: queue) { result in print(result) }
            .deadlines(Deadlines(attempt: .seconds(10)))
        connection.start()
        await answered.value()

        #expect(printed.withLock { $0.count } == 1)
    }

    @Test func configuresTheConnector() {
        let connector = DefaultHTTPConnector { options in
            options.idleTimeout = .seconds(10)
            options.cachePolicy = .returnCacheDataElseLoad
            options.cache = .shared
        }
        let client = BaseClient(config: ConnectionConfig(connector: connector, middleware: [CookieJar()]))

        #expect(client.config.connector is DefaultHTTPConnector && client.config.cookieJar != nil)
    }

    private func request(_ client: BaseClient) -> GetAlbumsAlbumIdRequest {
        let request = GetAlbumsAlbumIdRequest(album_id: "white")
        request.configuration.baseURLString = "https://api.example.com"
        request.client = client
        return request
    }
}
