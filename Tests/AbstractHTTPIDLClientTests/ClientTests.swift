import AbstractHTTP
import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite struct ClientTests {
    private let connector = ScriptedConnector { _, _ in
        .response(HTTPResponse(statusCode: 200, headers: ["Content-Type": "application/json"], data: Data("[]".utf8)))
    }

    private func shop(
        token: Credential? = nil, login: Credential? = nil, apiKey: Credential? = nil, key: Credential? = nil,
        session: Credential? = nil
    ) -> Shop {
        Shop(
            token: token, login: login, apiKey: apiKey, key: key, session: session,
            client: BaseClient(config: ConnectionConfig(connector: connector)))
    }

    @Test func functionCallsItsOperation() async throws {
        let api = shop(token: .secret("t"))

        let response = try await api.petOrders.listOrders(limit: 10, tags: ["a", "b"])
        _ = try await api.petOrders.listOrders()
        _ = try await api.petOrders.addOrder(body: Order(id: 7), dry: true)
        _ = try await api.petOrders.patchOrdersIdIn(id: 7, in: "a b", note: .null, repeat: "x")

        #expect(response.body == [])
        #expect(
            connector.lines == [
                "GET https://eu.shop.example/v1/orders?limit=10&tags=a,b",
                "GET https://eu.shop.example/v1/orders?limit=20",
                "POST https://eu.shop.example/v1/orders?dry=true", "PATCH https://eu.shop.example/v1/orders/7/a%20b",
            ])
        #expect(try await connector.bodies().suffix(2) == [#"{"id":7}"#, #"{"note":null,"repeat":"x"}"#])
        #expect(connector.requests.map { $0.headers[.authorization] } == Array(repeating: "Bearer t", count: 4))
    }

    @Test func manyOptionalInputsAreAStructure() async throws {
        var options = SearchOrdersOptions(c: "3", class: "first")
        options.a = "1"

        _ = try await shop(token: .secret("t")).petOrders.searchOrders(options: options)
        _ = try await shop(token: .secret("t")).petOrders.searchOrders()

        #expect(
            connector.lines == [
                "GET https://eu.shop.example/v1/orders?a=1&c=3&d=4&class=first",
                "GET https://eu.shop.example/v1/orders?d=4",
            ])
    }

    @Test func operationsOfTheClientsFileBelongToTheClient() async throws {
        let api = Shop(
            server: Shop.sandboxServer,
            client: BaseClient(config: ConnectionConfig(connector: ScriptedConnector.always(#"{"open": true}"#))))

        #expect(try await api.status().open == true)
    }

    @Test func variablesOfAServerHaveDefaults() {
        #expect(Shop.server() == "https://eu.shop.example/v1")
        #expect(Shop.server(region: "us", version: "v2") == "https://us.shop.example/v2")
        #expect(Shop.sandboxServer == "http://sandbox.shop.example")
        #expect(Shop().configuration.baseURLString == "https://eu.shop.example/v1")
    }

    @Test func preparedRequestHasTheServerAndTheCredentials() async throws {
        var pages = 0
        for try await page in shop(token: .secret("t")).prepare(ListOrdersRequest()).pages() {
            pages += 1
            #expect(page.model.body == [])
        }

        #expect(pages == 1 && connector.lines == ["GET https://eu.shop.example/v1/orders?limit=20"])
        #expect(connector.requests[0].headers[.authorization] == "Bearer t")
    }

    @Test(arguments: [(429, "limited 5"), (400, "problem 3"), (500, "other")])
    func operationsShareTheFailuresOfTheClient(_ status: Int, _ text: String) async throws {
        let answer = HTTPResponse(
            statusCode: status, headers: ["Content-Type": "application/json", "Retry-After": "5"],
            data: Data(#"{"code": 3}"#.utf8))
        let connector = ScriptedConnector { _, _ in .response(answer) }
        let api = Shop(client: BaseClient(config: ConnectionConfig(connector: connector)))

        let error = await failure { try await api.status() }

        let failed = try #require(error?.failureModel as? ShopFailure)
        let found =
            switch failed.body {
            case .status429(let limit): "limited \(limit.seconds ?? 0)"
            case .status4XX(let problem): "problem \(problem.code ?? 0)"
            case .other: "other"
            }
        #expect(found == text)
    }

    @Test func operationWithItsOwnFailuresHasOnlyThese() async {
        let answer = HTTPResponse(
            statusCode: 429, headers: ["Content-Type": "application/json"], data: Data(#"{"code": 3}"#.utf8))
        var api = shop(token: .secret("t"))
        api.client = BaseClient(config: ConnectionConfig(connector: ScriptedConnector { _, _ in .response(answer) }))

        let error = await failure { [api] in try await api.petOrders.listOrders() }

        #expect((error?.failureModel as? Problem)?.code == 3)
    }

    // MARK: - Credentials

    @Test func firstAlternativeThatIsCompleteIsSent() async throws {
        _ = try await shop(apiKey: .secret("a"), key: .secret("k&1")).petOrders.listOrders()
        _ = try await shop(token: .external, apiKey: .secret("a")).petOrders.listOrders()
        _ = try await shop(token: .secret("t"), apiKey: .secret("a"), key: .secret("k")).petOrders.listOrders()

        #expect(connector.requests.map { $0.headers[.authorization] } == [nil, nil, "Bearer t"])
        #expect(connector.requests.map { $0.headers["X-Shop-Key"] } == ["a", nil, nil])
        #expect(connector.requests.map { $0.url.query() } == ["api_key=k%261&limit=20", "limit=20", "limit=20"])
    }

    @Test func operationSaysItsOwnCredentials() async throws {
        let api = shop(token: .secret("t"), login: .login(user: "ada", password: "pw"), session: .secret("s 1"))

        _ = try await api.account()
        _ = try await api.signOut(device: "phone")
        _ = try await api.send(StatusRequest())

        #expect(connector.requests.map { $0.headers[.authorization] } == ["Basic YWRhOnB3", nil, nil])
        #expect(connector.requests.map { $0.headers["Cookie"] } == [nil, "device=phone; sid=s%201", nil])
    }

    @Test func missingCredentialsAreAnErrorBeforeAnythingIsSent() async {
        let error = await failure { try await shop(apiKey: .secret("a")).petOrders.listOrders() }

        #expect(error?.type == .invalidRequest && connector.requests.isEmpty)
        #expect(
            "\(error?.underlying as? CredentialError ?? .missing([]))"
                == "the operation needs token, or apiKey and key; pass it to the client, or pass .external if the config sends it"
        )
    }

    @Test func credentialOfAnotherKindIsAnError() async {
        let wrong = await failure { try await shop(token: .login(user: "a", password: "b")).petOrders.listOrders() }
        let basic = await failure { try await shop(login: .secret("a:b")).account() }

        #expect(wrong?.underlying as? CredentialError == .mismatch("token", needsLogin: false))
        #expect(basic?.underlying as? CredentialError == .mismatch("login", needsLogin: true))
        #expect("\(CredentialError.mismatch("login", needsLogin: true))".hasSuffix("pass .login(user:password:)"))
    }

    @Test func redirectToAnotherServerGetsNoCredentials() async throws {
        let moved = ScriptedConnector { number, _ in
            number == 1
                ? .response(HTTPResponse(statusCode: 307, headers: ["Location": "https://evil.example/"]))
                : .response(
                    HTTPResponse(statusCode: 200, headers: ["Content-Type": "application/json"], data: Data("[]".utf8)))
        }
        var api = shop(apiKey: .secret("a"), key: .secret("k"))
        api.client = BaseClient(config: ConnectionConfig(connector: moved))

        _ = try await api.petOrders.listOrders()

        #expect(moved.requests.map { $0.headers["X-Shop-Key"] } == ["a", nil])
        #expect(moved.lines.last == "GET https://evil.example/")
    }

    @Test func descriptionsHideTheSecrets() {
        let api = shop(token: .secret("SECRET"), login: .login(user: "ada", password: "SECRET"))
        var dumped = ""
        dump(api, to: &dumped)
        dump(Credential.login(user: "ada", password: "SECRET"), to: &dumped)

        let text = "\(api) \(Credential.secret("SECRET")) \(Credential.external) \(String(reflecting: api)) \(dumped)"
        #expect(!text.contains("SECRET"), "\(text)")
        #expect(text.contains("secret …"))
    }
}
