import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct ShortLink: ConnectionSpec {
    typealias ResponseModel = Response
    var request: HTTP { HTTP("https://example.com/short").redirects(.off) }
    func isValidResponse(response: Response) -> Bool { response.statusCode == 301 }
}

final class Hops: ConnectionResponseListener {
    let write: @Sendable (String) -> Void

    init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    func onRedirect(connection: any ConnectionTask, redirect: Redirect) {
        write("\(redirect.response.statusCode) to \(redirect.next)")
    }
}

@Suite struct RedirectsPageTests {
    let connector = ScriptedConnector(
        .response(Response(statusCode: 301, headers: ["Location": "/new"])), .response(Response(statusCode: 200)))

    @Test func responseHasItsRedirectHistory() async throws {
        let config = ConnectionConfig(connector: connector)

        let response = try await HTTP("https://example.com/old").asResponse(config: config).response()
        print(response.url?.path() ?? "", response.history.map(\.statusCode))

        #expect(response.url?.path() == "/new")
        #expect(response.history.map(\.statusCode) == [301])
    }

    @Test func aConfigSetsALimit() async throws {
        let connector = ScriptedConnector { number, _ in
            .response(Response(statusCode: 302, headers: ["Location": "http://example.com/\(number)"]))
        }
        let config = ConnectionConfig(connector: connector)
        let connection = {
            var config = config
            config.redirects = .follow(limit: 5, allowingDowngrade: true)
            return HTTP("https://example.com/").asString(config: config)
        }()

        let error = await #expect(throws: ConnectionError.self) { try await connection.response() }

        #expect(error?.underlying as? RedirectError == .tooMany(limit: 5))
        #expect(connector.requests.count == 6)
    }

    @Test func aSpecTakesTheRedirectItself() async throws {
        let config = ConnectionConfig(connector: connector)

        #expect(try await Connection(ShortLink(), config: config).response().statusCode == 301)
    }

    @Test func connectionOverridesItsSpec() async throws {
        let config = ConnectionConfig(connector: connector)
        let connection = Connection(ShortLink(), config: config).redirects(.follow)

        let error = await #expect(throws: ConnectionError.self) { try await connection.response() }

        #expect(error?.response?.statusCode == 200)
    }

    @Test func aClosureDecides() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 302, headers: ["Location": "https://elsewhere.example/"])))
        var config = ConnectionConfig(connector: connector)
        config.redirects = .deciding { redirect in
            redirect.next.url.host() == "example.com" ? redirect.next : nil
        }

        let response = try await HTTP("https://example.com/").asResponse(config: config).response()

        #expect(response.statusCode == 302)
    }

    @Test func aListenerWatches() async throws {
        let lines = LockedValue<[String]>([])
        let hops = Hops { line in lines.withLock { $0.append(line) } }
        let config = ConnectionConfig(connector: connector)

        _ = try await HTTP("https://example.com/old").asResponse(config: config).addListener(hops).response()

        #expect(lines.withLock { $0 } == ["301 to GET https://example.com/new"])
    }
}
