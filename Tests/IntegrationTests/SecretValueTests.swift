import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPCurl
import AbstractHTTPDefinitions
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import Testing

/// Values and errors hide their secrets when they are printed or dumped.
@Suite(.timeLimit(.minutes(5))) struct SecretValueTests {
    @Test(arguments: SecretValue.all) func secretsAreHidden(sample: SecretValue) async throws {
        let value = try await sample.value()

        #expect(!"\(value)".contains("SECRET"))
        var text = ""
        dump(value, to: &text)
        #expect(!text.contains("SECRET"))
    }
}

/// A value that contains the text `SECRET`.
struct SecretValue: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: @Sendable () async throws -> Any

    private init(_ name: String, _ value: @escaping @Sendable () async throws -> Any) {
        (testDescription, self.value) = (name, value)
    }

    private static let address = "https://user:SECRET@a.example/p?token=SECRET"

    private static var url: URL { get throws { try #require(URL(string: address)) } }

    static let all = [
        SecretValue("HTTP, URL") { HTTP(address) },
        SecretValue("HTTP, content") { HTTP("https://a.example/").method(.post).content(["password": "SECRET"]) },
        SecretValue("URLQuery") { ["token": "SECRET"] as URLQuery },
        SecretValue("KeyValue") { KeyValue(key: "password", value: "SECRET") },
        SecretValue("PageToken") {
            let token = #"{"url": "https://a.example/?token=SECRET", "skippedItems": 0}"#
            return try JSONDecoder().decode(PageToken.self, from: Data(token.utf8))
        },
        SecretValue("DefinitionParameters") { ["password": "SECRET"] as DefinitionParameters },
        SecretValue("RequestContext, parameters") {
            var context = RequestContext()
            context.parameters = ["password": "SECRET"]
            return context
        },
        SecretValue("RequestContext, header field") {
            var context = RequestContext()
            context.headers = ["Authorization": "SECRET"]
            return context
        },
        SecretValue("DefinitionAPI") {
            let api = DefinitionAPI(cache: HTTPCache())
            api.baseURL = "https://user:SECRET@a.example/"
            return api
        },
        SecretValue("DefinitionTask") {
            let api = DefinitionAPI(cache: HTTPCache())
            api.connectionConfig = ConnectionConfig(connector: ScriptedConnector(.failure(CancellationError())))
            return api.request(definition: Definition(name: "X", path: address))
        },
        SecretValue("AccessToken, scheme") { AccessToken("", scheme: "SECRET x") },
        SecretValue("CurlProxy") { CurlProxy.http(host: "user:SECRET@proxy.example", port: 1) },
        SecretValue("ResponseStream") {
            ResponseStream(Response(statusCode: 200, headers: [:], data: Data(), url: try url))
        },
        SecretValue("MemoryCacheStore") {
            let store = MemoryCacheStore()
            var config = answering(200, "x", ["Cache-Control": "max-age=60"])
            config.cache = HTTPCache(store: store)
            try await HTTP("https://a.example/p?token=SECRET").asVoid(config: config).response()
            return store
        },
        SecretValue("PaginationError.invalidURL") { PaginationError.invalidURL(address) },
        SecretValue("PaginationError.insecure") { PaginationError.insecure(try url) },
        SecretValue("PaginationError.repeated") { PaginationError.repeated(try url) },
        SecretValue("ConnectionError, failure model") {
            try await failure(of: Login(), answering(400, #"{"access_token": "SECRET"}"#))
        },
        SecretValue("ConnectionError, date") {
            try await failure(of: Login(), answering(200, #"{"token": "SECRET"}"#))
        },
        SecretValue("ConnectionError, underlying URLError") {
            let error = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: try url])
            let config = ConnectionConfig(connector: ScriptedConnector(.failure(error)))
            return try #require(try await failure(of: Login(), config).underlying)
        },
    ]

    private static func answering(_ status: Int, _ text: String, _ headers: HTTPHeaders = [:]) -> ConnectionConfig {
        ConnectionConfig(connector: MockConnector { _ in .json(text, statusCode: status, headers: headers) })
    }

    private static func failure(
        of spec: some ConnectionSpec & Sendable, _ config: ConnectionConfig
    ) async throws -> ConnectionError {
        let connection = Connection(spec, config: config)
        return try await #require(throws: ConnectionError.self) { try await connection.response() }
    }

    private struct Login: ConnectionSpec {
        typealias ResponseModel = [String: Date]
        typealias FailureModel = Failure
        var request: HTTP { HTTP("https://a.example/login") }

        // The key of the server.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        struct Failure: Decodable, Sendable { var access_token: String }
    }
}
