import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPIDL
import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Service
protocol CredentialTarget {
    @GET("/same")
    func same() async throws -> String

    @GET("{+url}")
    func whole(url: String) async throws -> String
}

/// Where default header fields and tokens go, in each style and over real connectors: to the server of the base URL.
@Suite struct CredentialTests {
    enum Style: String, CaseIterable, Sendable { case spec, function, service, definition, idl }
    enum Target: String, CaseIterable, Sendable { case same, otherPort, otherHost, redirect }

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.path == "/redirect", let target = request.headers["X-Target"] else { return .text("ok") }
            return LoopbackResponse(statusCode: 307, headers: ["Location": target])
        }
    }

    @Test(arguments: Style.allCases, Target.allCases)
    func credentialsGoToTheServerOfTheBaseURL(style: Style, target: Target) async throws {
        let (home, other) = (try Self.server(), try Self.server())
        let port = home.url.split(separator: ":").last.map(String.init) ?? ""
        let url: String =
            switch target {
            case .same: home.url + "/same"
            case .otherPort: other.url + "/a"
            case .otherHost: "http://localhost:\(port)/a"
            case .redirect: home.url + "/redirect"
            }
        let refresh = TokenRefresh(current: "token") { "new" }
        var config = ConnectionConfig(connector: TestConnector.shared, recoveries: [refresh])
        config.middleware = [Target307(url: other.url + "/a")]

        guard try await send(style, to: url, base: home.url, config) else { return }

        let last = target == .otherPort || target == .redirect ? other.requests : home.requests
        let isHome = target == .same
        #expect(last.last?.headers["X-Key"] == (isHome ? "secret" : nil), "\(style) \(target)")
        #expect(last.last?.headers["Authorization"] == (isHome ? "Bearer token" : nil), "\(style) \(target)")
        if target == .redirect {
            #expect(home.requests.last?.headers["X-Key"] == "secret")
            #expect(home.requests.last?.headers["Authorization"] == "Bearer token")
        }
    }

    @Test func aConfigThatNamesItsServerKeepsItsSecretsFromAnotherBase() async throws {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 200, data: Data("ok".utf8))) }
        let config = ConnectionConfig(
            baseURL: "https://home.example", headers: ["X-Key": "secret"], connector: connector,
            recoveries: [TokenRefresh(current: "token") { "new" }])
        let client = CredentialTargetClient(baseURL: "https://other.example") {
            $0.headers = ["X-Own": "1"]
            $0.connectionConfig = config
        }

        _ = try await client.same()
        try await Configuration.scope {
            Configuration.connectionConfig = config
            _ = try await AbstractHTTPEndpoints.GET<AbstractHTTPEndpoints.None, String>("https://other.example/a")()
        }

        #expect(connector.requests.map { $0.headers["X-Key"] } == [nil, nil])
        #expect(connector.requests.map { $0.headers["Authorization"] } == [nil, nil])
        #expect(connector.requests.map { $0.headers["X-Own"] } == ["1", nil])
    }

    @Test(arguments: ["api.example.com", "/v1", "https://{region}.example.com"])
    func originsThatAreNoURLsAreAnError(origin: String) async throws {
        let config = ConnectionConfig(
            headers: ["X-Key": "secret"], credentialOrigins: [origin],
            connector: MockConnector { _ in Response(statusCode: 200) })

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("https://api.example.com/").config(config).asVoid().response()
        }

        #expect(error?.underlying as? InvalidRequest == .missingOrigins)
    }

    /// Returns false where a style cannot name another server.
    private func send(_ style: Style, to url: String, base: String, _ config: ConnectionConfig) async throws -> Bool {
        var config = config
        switch style {
        case .spec:
            (config.baseURL, config.headers) = (base, ["X-Key": "secret"])
            _ = try await HTTP(url).config(config).asString().response()
        case .function:
            try await Configuration.scope {
                Configuration.DataRequest.base = base
                Configuration.DataRequest.headers = ["X-Key": "secret"]
                Configuration.connectionConfig = config
                _ = try await AbstractHTTPEndpoints.GET<AbstractHTTPEndpoints.None, String>(url)()
            }
        case .service:
            let client = CredentialTargetClient(baseURL: base) {
                $0.headers = ["X-Key": "secret"]
                $0.connectionConfig = config
            }
            var call = ServiceCall(client.configuration, method: .get, url: url)
            call.timeout(.seconds(30))
            _ = try await call.connection(String.self).response()
        case .definition:
            let api = DefinitionAPI(baseURL: base, config: config, cache: ResponseStore(folder: nil))
            api.authorization.headers = ["X-Key": "secret"]
            try api.store.load(
                json: Data(
                    """
                    {"A": {"Path": "\(url)", "Authorization": true, "Response Serializer": "AFHTTPResponseSerializer"}}
                    """.utf8))
            _ = try await api.request("A", as: String.self)
        case .idl:
            // The URI of a request always stands on its base URL.
            guard url.hasPrefix(base) else { return false }
            let request = URIRequest(uri: String(url.dropFirst(base.count)))
            request.configuration.baseURLString = base
            request.configuration.headers = ["X-Key": "secret"]
            _ = try await BaseClient(config: config).connection(to: request).response()
        }
        return true
    }
}

/// Says to the server where its redirect leads.
private struct Target307: HTTPMiddleware {
    let url: String

    func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        var request = request
        request.headers["X-Target"] = url
        return try await next.execute(request)
    }
}

private final class URIRequest: IDLRequest {
    let method = "GET"
    let uri: String
    var configuration = BaseConfiguration.shared
    var content: RequestContent? { nil }

    init(uri: String) { self.uri = uri }
}
