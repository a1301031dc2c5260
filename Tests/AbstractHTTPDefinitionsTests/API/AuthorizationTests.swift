import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import RFAPICompatibility
import TestSupport
import Testing

@Suite struct AuthorizationTests {
    private static let rules = """
        {
          "DEFAULT": {"Authorization": true},
          "Mine": {"Path": "mine", "Headers": {"X-Key": "rule"}, "Parameters": {"device": "rule", "page": 1}},
          "Public": {"Path": "public", "Authorization": false}
        }
        """

    @Test func credentialsAreAttachedWhereTheyAreNeeded() async throws {
        let connector = ScriptedConnector { _, _ in .response(.json("1")) }
        let api = try DefinitionAPI.over(connector, Self.rules)
        api.authorization.headers = ["Authorization": "Bearer a", "x-key": "credentials"]
        api.authorization.parameters = ["device": "d"]

        await api.finished("Mine")
        await api.finished("Public")
        await api.finished("Mine") { c in
            c.headers = ["Authorization": "Bearer own"]
            c.parameters = ["device": "own"]
        }

        #expect(connector.requests.map { $0.url.query() } == ["device=d&page=1", nil, "device=own&page=1"])
        #expect(
            connector.requests.map { $0.headers["Authorization"] } == ["Bearer a", nil, "Bearer own"])
        #expect(connector.requests.map { $0.headers["X-Key"] } == ["credentials", nil, "credentials"])
    }

    @Test func changedCredentialsApplyToTheNextAttempt() async throws {
        let connector = ScriptedConnector(.response(.json("0", statusCode: 401)), .response(.json("1")))
        let signIn = SigningIn()
        let api = try DefinitionAPI.over(connector, Self.rules) { $0.policies = [signIn] }
        signIn.api.withLock { $0 = api }
        api.authorization.headers["Authorization"] = "Bearer old"

        let task = await api.finished("Mine")

        #expect(task.isSuccess)
        #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
        signIn.api.withLock { $0 = nil }
    }

    @Test(arguments: [("ada", "bob", true), ("ada", nil, true), ("ada", "ada", false), (nil, nil, false)])
    func requestIsNotSentAgainForAnotherAccount(account: String?, next: String?, isSignedOut: Bool) async throws {
        let api = LockedValue<DefinitionAPI?>(nil)
        let connector = ScriptedConnector { number, _ in
            let new = DefinitionAuthorization(headers: ["Authorization": "Bearer new"], account: next)
            if number == 1 { api.withLock { $0 }?.authorization = new }
            return number == 1 ? .failure(TransportError(.refused)) : .response(.json("1"))
        }
        let own = try DefinitionAPI.over(connector, Self.rules) { $0.policies = [Retry(backoff: .none)] }
        own.authorization = DefinitionAuthorization(headers: ["Authorization": "Bearer old"], account: account)
        api.withLock { $0 = own }

        let error = await own.finished("Mine").error

        #expect(connector.requests.count == (isSignedOut ? 1 : 2))
        #expect(error?.type == (isSignedOut ? .authorization : nil))
        // The next request belongs to the account that is set now.
        #expect(await own.finished("Mine").isSuccess)
        api.withLock { $0 = nil }
    }

    @Test func liveParametersAreReadOncePerAttempt() async throws {
        let connector = ScriptedConnector { _, _ in .response(.json("1")) }
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Authorization": true}}"#)
        api.authorization.headers["Authorization"] = "Bearer a"
        let calls = LockedValue(0)

        await api.finished("A") { c in
            c.liveParameters = {
                calls.withLock { $0 += 1 }
                let number = calls.withLock { $0 }
                return ["n": number]
            }
        }

        #expect(connector.requests.map { $0.url.query() } == ["n=1"])
        #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer a"])
        #expect(calls.withLock { $0 } == 1)
    }

    /// The user signs out while the request is on its way.
    @Test func redirectDropsTheCredentialsThatWereSent() async throws {
        let current = LockedValue<DefinitionAPI?>(nil)
        let redirect = Response(statusCode: 307, headers: ["Location": "https://evil.example/"])
        let connector = ScriptedConnector { number, _ in
            current.withLock { $0 }?.authorization = DefinitionAuthorization()
            return .response(number == 1 ? redirect : .json("1"))
        }
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Authorization": true}}"#)
        api.authorization.headers["X-Token"] = "secret"
        current.withLock { $0 = api }

        await api.finished("A")

        #expect(connector.requests.map { $0.headers["X-Token"] } == ["secret", nil])
        current.withLock { $0 = nil }
    }

    /// A rule file may come from a server, so it does not decide who gets the credentials.
    @Test(arguments: RuleSource.allCases, [true, false])
    func baseOfARuleFileGetsNoCredentials(source: RuleSource, isInDefault: Bool) async throws {
        let connector = ScriptedConnector { _, _ in .response(.json("1")) }
        let api = try DefinitionAPI.over(connector)
        api.authorization.headers = ["Authorization": "Bearer a", "X-Device": "d"]
        api.authorization.parameters = ["device": "d"]
        let base = #""Base": "https://evil.example/""#
        try source.load(
            """
            {"DEFAULT": {"Authorization": true\(isInDefault ? ", \(base)" : "")},
             "A": {"Path": "a"\(isInDefault ? "" : ", \(base)")},
             "B": {"Path": "https://evil.example/b"}}
            """, into: api)

        for name in ["A", "B"] { await api.finished(name) }
        // The same request to the server of the API has them.
        try api.store.load(json: Data(#"{"A": {"Path": "a", "Authorization": true}}"#.utf8))
        await api.finished("A")

        #expect(connector.requests.map { $0.url.host() } == ["evil.example", "evil.example", "api.example.com"])
        #expect(connector.requests.map { $0.headers["Authorization"] } == [nil, nil, "Bearer a"])
        #expect(connector.requests.map { $0.headers["X-Device"] } == [nil, nil, "d"])
        #expect(connector.requests.map { $0.url.query() } == [nil, nil, "device=d"])
    }

    @Test func baseOfADefinitionInCodeGetsCredentials() async throws {
        let connector = ScriptedConnector { _, _ in .response(.json("1")) }
        let api = try DefinitionAPI.over(connector)
        api.authorization.headers = ["Authorization": "Bearer a"]
        var definition = Definition(name: "A", path: "a")
        (definition.baseURL, definition.needsAuthorization) = ("https://other.example/", true)
        try api.store.add(definition)

        await api.finished("A")

        #expect(connector.requests.map { $0.url.host() } == ["other.example"])
        #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer a"])
    }

    @Test func unencodableParametersFail() async throws {
        let api = try DefinitionAPI.over(ScriptedConnector(), Self.rules)
        api.authorization.parameters = ["file": Unsendable()]

        let task = await api.finished("Mine")

        #expect(task.error?.type == .invalidRequest)
        #expect(task.error?.underlying is Unsendable.Refusal)
    }
}

/// How rules get into a store.
enum RuleSource: CaseIterable, Sendable {
    case json, propertyList, rulesInfo

    func load(_ json: String, into api: DefinitionAPI) throws {
        let rules = try JSONSerialization.jsonObject(with: Data(json.utf8))
        switch self {
        case .json: try api.store.load(json: Data(json.utf8))
        case .propertyList:
            let data = try PropertyListSerialization.data(fromPropertyList: rules, format: .xml, options: 0)
            try api.store.load(propertyList: data)
        case .rulesInfo:
            let faults = api.defineManager.setDefinesWithRulesInfo(rules as? [String: [String: Any]] ?? [:])
            #expect(faults.isEmpty)
        }
    }
}

private final class SigningIn: RecoveryPolicy {
    let api = LockedValue<DefinitionAPI?>(nil)

    func recovery(from failure: RecoveryContext) -> Recovery {
        guard failure.error.response?.statusCode == 401 else { return .giveUp }
        api.withLock { $0 }?.authorization.headers["Authorization"] = "Bearer new"
        return .restart()
    }
}

private struct Unsendable: Encodable {
    struct Refusal: Error {}

    func encode(to encoder: any Encoder) throws { throw Refusal() }
}
