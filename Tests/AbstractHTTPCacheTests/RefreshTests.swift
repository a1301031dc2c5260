import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPCookies
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Refreshes in the background, and the users to whom responses belong.
@Suite(.timeLimit(.minutes(5))) struct RefreshTests {
    private let time = LockedValue(Date(timeIntervalSince1970: 1_767_225_600))

    private func config(_ connector: ScriptedConnector) -> ConnectionConfig {
        var config = ConnectionConfig(
            baseURL: "https://a.example", connector: connector, date: { [time] in time.withLock { $0 } }, policies: []
        )
        config.cache = HTTPCache()
        return config
    }

    /// The user may have signed out since.
    @Test func cookieOfABackgroundRefreshIsNotAdded() async throws {
        let connector = ScriptedConnector { number, _ in
            var headers: HTTPHeaders = ["Cache-Control": "max-age=1, stale-while-revalidate=60"]
            if number > 1 { headers["Set-Cookie"] = "sid=\(number); Path=/" }
            return .response(.text("\(number)", headers: headers))
        }
        let (jar, ends) = (CookieJar(), LockedValue(0))
        var config = config(connector)
        config.cookieJar = jar
        config.log = { line in if line.hasSuffix(" end") { ends.withLock { $0 += 1 } } }
        func text() async throws -> String { try await HTTP("/a").asString(config: config).response() }
        _ = try await text()
        time.withLock { $0 += 2 }

        #expect(try await text() == "1")
        await until { ends.withLock { $0 } == 3 }

        #expect(try await text() == "2")
        #expect(jar.cookies == [])
    }

    /// An added name tells users apart, and a removed one does not.
    @Test(arguments: [("X-Member", true), ("X-API-Key", true), ("X-Kept-Token", false), ("X-Other", false)])
    func redactionOfTheConfigTellsUsersApart(name: HTTPHeaderName, isIdentity: Bool) async throws {
        let connector = ScriptedConnector { number, _ in
            .response(.text("\(number)", headers: ["Cache-Control": "max-age=60"]))
        }
        var config = config(connector)
        config.redaction.headers.insert("X-Member")
        config.redaction.exceptions.insert("X-Kept-Token")
        func text(_ user: String) async throws -> String {
            try await HTTP("/a").headers([name.rawValue: user]).asString(config: config).response()
        }

        let texts = [try await text("ada"), try await text("bob"), try await text("ada")]

        #expect(texts == (isIdentity ? ["1", "2", "1"] : ["1", "1", "1"]))
    }
}
