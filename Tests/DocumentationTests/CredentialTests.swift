import AbstractHTTP
import AbstractHTTPAuthentication
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

/// Default header fields and tokens go to the server of the base URL, in each style and over real connectors.
@Suite(.tags(.libcurl)) struct CredentialTests {
    enum Style: String, CaseIterable, Sendable { case spec, function, service, definition, idl }
    enum Target: String, CaseIterable, Sendable { case same, otherPort, otherHost, otherScheme, redirect }

    /// A default header field of the style or of the config, a token of a policy, or Basic as a default header field.
    enum Credential: CaseIterable, Sendable {
        case header, headerOfConfig, token, basic

        var name: HTTPHeaderName { self == .header || self == .headerOfConfig ? "X-Key" : .authorization }

        var value: String {
            get throws {
                switch self {
                case .header, .headerOfConfig: "secret"
                case .token: "Bearer token"
                case .basic: try Authorization.basic(user: "ada", password: "open sesame").value
                }
            }
        }

        /// What the style sends with every request.
        var headers: [String: String] {
            get throws { self == .token || self == .headerOfConfig ? [:] : [name.rawValue: try value] }
        }

        /// What the config sends with every request.
        var headersOfConfig: HTTPHeaders { self == .headerOfConfig ? ["X-Key": "secret"] : [:] }

        var policies: [any RecoveryPolicy] { self == .token ? [TokenRefresh(current: "token") { "new" }] : [] }
    }

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.path == "/redirect", let target = request.headers["X-Target"] else { return .text("ok") }
            return LoopbackResponse(statusCode: 307, headers: ["Location": target])
        }
    }

    @Test(arguments: Style.allCases, Target.allCases)
    func credentialsGoToTheServerOfTheBaseURL(style: Style, target: Target) async throws {
        let (home, other) = (try Self.server(), try Self.server())
        var (base, url) = (home.url, home.url + "/same")
        switch target {
        case .same: break
        case .otherPort: url = other.url + "/a"
        case .otherHost: url = "http://localhost:\(home.port)/a"
        // Only the scheme differs. Nothing is sent to the base itself.
        case .otherScheme: base = "https://127.0.0.1:\(home.port)"
        case .redirect: url = home.url + "/redirect"
        }
        for credential in Credential.allCases {
            var config = ConnectionConfig(connector: TestConnector.shared, policies: credential.policies)
            config.middleware = [Target307(url: other.url + "/a")]
            config.headers = credential.headersOfConfig

            try await send(style, to: url, base: base, credential.headers, config)

            let reached = target == .otherPort || target == .redirect ? other.requests : home.requests
            let sent = try #require(reached.last).headers[credential.name]
            #expect(sent == (target == .same ? try credential.value : nil), "\(style) \(target) \(credential)")
            if target == .redirect {
                #expect(
                    home.requests.last?.headers[credential.name] == (try credential.value), "\(style) \(credential)")
            }
        }
    }

    /// An authenticator in the config is enough, whatever the style.
    @Test(arguments: Style.allCases)
    func challengesAreAnsweredForTheServerOfTheBaseURL(style: Style) async throws {
        func server() throws -> LoopbackServer {
            try LoopbackServer { request in
                guard request.headers[.authorization] != nil else {
                    return LoopbackResponse(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
                }
                guard request.path == "/redirect", let target = request.headers["X-Target"] else { return .text("ok") }
                return LoopbackResponse(statusCode: 307, headers: ["Location": target])
            }
        }
        let (home, other) = (try server(), try server())
        var config = ConnectionConfig(connector: TestConnector.shared)
        config.middleware = [Target307(url: other.url + "/a")]
        config.authenticator = Authenticator(user: "ada", password: "open sesame", schemes: ["Basic"])
        let basic = try Authorization.basic(user: "ada", password: "open sesame").value

        try await send(style, to: home.url + "/same", base: home.url, [:], config)
        #expect(home.requests.map { $0.headers[.authorization] } == [nil, basic])

        await #expect(throws: (any Error).self) {
            try await send(style, to: home.url + "/redirect", base: home.url, [:], config)
        }
        #expect(home.requests.last?.headers[.authorization] == basic)
        #expect(other.requests.map { $0.headers[.authorization] } == [nil])
    }

    @Test func baseURLConfigKeepsSecretsFromOtherServers() async throws {
        let connector = ScriptedConnector { _, _ in .response(.text("ok")) }
        let config = ConnectionConfig(
            baseURL: "https://home.example", headers: ["X-Key": "secret"], connector: connector,
            policies: [TokenRefresh(current: "token") { "new" }])
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
    func invalidOriginsAreAnError(origin: String) async throws {
        let config = ConnectionConfig(
            headers: ["X-Key": "secret"], credentialOrigins: [origin],
            connector: MockConnector { _ in Response(statusCode: 200) })

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("https://api.example.com/").asVoid(config: config).response()
        }

        #expect(error?.underlying as? InvalidRequest == .missingOrigins)
    }

    private func send(
        _ style: Style, to url: String, base: String, _ headers: [String: String], _ config: ConnectionConfig
    ) async throws {
        var config = config
        switch style {
        case .spec:
            config.baseURL = base
            for (name, value) in headers { config.headers[HTTPHeaderName(rawValue: name)] = value }
            _ = try await HTTP(url).asString(config: config).response()
        case .function:
            try await Configuration.scope {
                Configuration.DataRequest.base = base
                Configuration.DataRequest.headers = headers
                Configuration.connectionConfig = config
                _ = try await AbstractHTTPEndpoints.GET<AbstractHTTPEndpoints.None, String>(url)()
            }
        case .service:
            let client = CredentialTargetClient(baseURL: base) {
                $0.headers = headers
                $0.connectionConfig = config
            }
            let call = ServiceCall(client.configuration, method: .get, url: url)
            _ = try await call.connection(String.self).response()
        case .definition:
            let api = DefinitionAPI(baseURL: base, config: config, cache: HTTPCache())
            api.authorization.headers = headers
            try api.store.load(
                json: Data(
                    """
                    {"A": {"Path": "\(url)", "Authorization": true, "Response Serializer": "AFHTTPResponseSerializer"}}
                    """.utf8))
            _ = try await api.request("A", as: String.self)
        case .idl:
            // The URI of a request is always relative to its base URL, so another server is another base. The secrets
            // are then those of the config, which names its server itself.
            let isHome = url.hasPrefix(base)
            let start = isHome ? base : url.split(separator: "/").prefix(2).joined(separator: "//")
            let path = String(url.dropFirst(start.count))
            if !isHome {
                config.baseURL = base
                for (name, value) in headers { config.headers[HTTPHeaderName(rawValue: name)] = value }
            }
            let request = URIRequest(uri: path)
            request.configuration.baseURLString = start
            request.configuration.headers = isHome ? headers : [:]
            _ = try await BaseClient(config: config).connection(to: request).response()
        }
    }
}

/// Tells the server where its redirect leads.
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
