import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// When a response that is kept is taken, by the policy of the definition.
@Suite struct CachePolicyTests {
    private let time = Guarded(Date(timeIntervalSince1970: 1_700_000_000))

    /// Numbers its responses, unless it is asked whether `"v1"` is still good.
    private func api(
        _ rule: String, _ headers: HTTPHeaders = [:], _ change: (inout ConnectionConfig) -> Void = { _ in }
    ) throws -> (DefinitionAPI, ScriptedConnector) {
        let connector = ScriptedConnector { number, request in
            guard request.headers["If-None-Match"] != "\"v1\"" else {
                return .response(Response(statusCode: 304, headers: headers))
            }
            return .response(.json("\(number)", headers: headers))
        }
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a{n}", \#(rule)}}"#) { config in
            config.date = { [time] in time.withLock { $0 } }
            change(&config)
        }
        return (api, connector)
    }

    private func get(_ api: DefinitionAPI, _ parameters: DefinitionParameters = [:]) async throws -> Int {
        try await api.request("A", as: Int.self, parameters: parameters)
    }

    private func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

    @Test(arguments: [0, 5]) func nothingIsKeptByDefaultAndByNone(_ policy: Int) async throws {
        let (api, connector) = try api(#""Cache Policy": \#(policy)"#, ["Cache-Control": "max-age=60"])

        #expect(try await get(api) == 1)
        #expect(try await get(api) == 2)
        #expect(
            connector.requests.map { $0.headers["Cache-Control"] }
                == (policy == 5 ? ["no-cache", "no-cache"] : [nil, nil]))
    }

    @Test func alwaysAsksOnceForEachRequest() async throws {
        let (api, connector) = try api(#""Cache Policy": 2"#)

        #expect(try await get(api) == 1)
        pass(1e9)
        #expect(try await get(api) == 1)
        #expect(try await get(api, ["n": 2]) == 2)
        #expect(try await get(api, ["q": "a"]) == 3)
        let task = await api.finished("A")

        #expect(task.isFromCache && task.isSuccess)
        #expect(task.responseObject as? HTTPContent == 1)
        #expect(connector.requests.count == 3)
        api.cache.removeAll()
        #expect(try await get(api) == 4)
    }

    @Test func expireAsksAgainAfterItsTime() async throws {
        let (api, connector) = try api(#""Cache Policy": 3, "Expire": 60"#)

        #expect(try await get(api) == 1)
        pass(59)
        #expect(try await get(api) == 1)
        pass(1)
        #expect(try await get(api) == 2)
        pass(-3600)
        #expect(try await get(api) == 3)
        #expect(connector.requests.count == 3)
    }

    @Test func aPostIsKeptByItsBodyWhereThatIsAskedFor() async throws {
        let (api, _) = try api(#""Cache Policy": 2, "Method": "POST""#)

        #expect(try await get(api, ["q": "a"]) == 1)
        #expect(try await get(api, ["q": "b"]) == 2)
        #expect(try await get(api, ["q": "a"]) == 1)
    }

    @Test func aResponseIsKeptForOneAccountAlone() async throws {
        let (api, _) = try api(#""Cache Policy": 2, "Authorization": true"#)

        api.authorization.headers["Authorization"] = "Bearer ada"
        #expect(try await get(api) == 1)
        api.authorization.headers["Authorization"] = "Bearer bob"
        #expect(try await get(api) == 2)
        api.authorization.headers["Authorization"] = "Bearer ada"
        #expect(try await get(api) == 1)

        api.authorization.account = "ada"
        #expect(try await get(api) == 3)
        api.authorization.headers["Authorization"] = "Bearer ada again"
        #expect(try await get(api) == 3)
        api.authorization.account = "bob"
        #expect(try await get(api) == 4)
    }

    @Test func theAccountIsThatOfTheAttempt() async throws {
        let (api, _) = try api(#""Cache Policy": 2, "Authorization": true"#)
        api.authorization = DefinitionAuthorization(headers: ["Authorization": "ada"], account: "ada")
        let connection = api.connection("A", as: Int.self)

        api.authorization = DefinitionAuthorization(headers: ["Authorization": "bob"], account: "bob")
        #expect(try await connection.response() == 1)
        api.authorization = DefinitionAuthorization(headers: ["Authorization": "ada"], account: "ada")
        #expect(try await get(api) == 2)
    }

    @Test func theCredentialsOfACallAreNotThoseOfTheAccount() async throws {
        let (api, _) = try api(#""Cache Policy": 2, "Authorization": true"#)
        api.authorization = DefinitionAuthorization(headers: ["Authorization": "ada"], account: "ada")

        #expect(try await get(api) == 1)
        #expect(try await api.request("A", as: Int.self) { $0.headers["Authorization"] = "bob" } == 2)
        #expect(try await get(api) == 1)
    }

    @Test func bodiesWithOneHashAreTwoBodies() async throws {
        let (api, _) = try api(#""Cache Policy": 2, "Method": "POST", "Serializer": "AFHTTPRequestSerializer""#)

        // Both have the same 64 bits of FNV-1a.
        #expect(try await get(api, ["8yn0iYCKYHlIj4-BwPqk": "x"]) == 1)
        #expect(try await get(api, ["GReLUrM4wMqfg9yzV3KQ": "x"]) == 2)
    }

    @Test func whatIsNoSuccessIsNotKept() async throws {
        struct Odd: DefinitionBehavior {
            func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
                try (response.content().intValue ?? 0) % 2 == 0
            }
        }
        let (api, connector) = try api(#""Cache Policy": 2"#)
        api.behavior = Odd()

        #expect(await failure { try await get(api) }?.type == .invalidResponse)
        #expect(await failure { try await api.request("A", as: Anything.self) }?.type == .parse)
        #expect(await failure { try await get(api) }?.type == .invalidResponse)
        #expect(try await get(api) == 4)
        #expect(try await get(api) == 4)
        #expect(connector.requests.count == 4)
    }

    @Test func whatIsKeptAndOfNoUseIsAskedForAgain() async throws {
        let (api, connector) = try api(#""Cache Policy": 2"#)
        #expect(try await get(api) == 1)

        #expect(await failure { try await api.request("A", as: Anything.self) }?.type == .parse)
        #expect(connector.requests.count == 2)
        #expect(try await get(api) == 3)
    }

    @Test func aRedirectedResponseIsThatOfItsRequest() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 302, headers: ["Location": "/b"])), .response(.json("1")))
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Cache Policy": 2}}"#)

        #expect(try await get(api) == 1)
        #expect(try await get(api) == 1)
        #expect(connector.requests.map { $0.url.path() } == ["/a", "/b"])
    }

    @Test func whatMiddlewareAddsIsNoOtherRequest() async throws {
        struct Numbering: RequestRewriter {
            func rewrite(request: Request) -> RequestRewriterResult {
                var request = request
                request.headers["X-Request-ID"] = UUID().uuidString
                return .request(request)
            }
        }
        let (api, connector) = try api(#""Cache Policy": 2"#) { $0.addRewriter(Numbering()) }

        #expect(try await get(api) == 1)
        #expect(try await get(api) == 1)
        #expect(connector.requests.count == 1)
    }

    @Test func aPolicyOfOnesOwnMindsNoFieldThatCannotBeKnown() async throws {
        let (api, connector) = try api(#""Cache Policy": 2"#, ["Vary": "*", "Cache-Control": "no-store"])

        #expect(try await get(api) == 1)
        #expect(try await get(api) == 1)
        #expect(connector.requests.count == 1)
    }

    // MARK: - As HTTP has it

    @Test func freshnessIsThatOfHTTP() async throws {
        let (api, connector) = try api(#""Cache Policy": 1"#, ["Cache-Control": "public, max-age=60", "Age": "10"])

        #expect(try await get(api) == 1)
        pass(49)
        #expect(try await get(api) == 1)
        pass(1)
        #expect(try await get(api) == 2)
        #expect(connector.requests.count == 2)
    }

    @Test func whatIsStaleIsAskedForByItsTag() async throws {
        let (api, connector) = try api(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60", "ETag": "\"v1\""])

        #expect(try await get(api) == 1)
        pass(60)
        let task = await api.finished("A")
        pass(59)
        #expect(try await get(api) == 1)

        #expect(task.isFromCache && task.responseObject as? HTTPContent == 1)
        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, "\"v1\""])
    }

    @Test(
        arguments: [
            (["Expires": "Tue, 14 Nov 2023 22:14:20 GMT", "Date": "Tue, 14 Nov 2023 22:13:20 GMT"], true),
            (["Expires": "Tue, 14 Nov 2023 22:14:20 GMT"], true), (["Expires": "0"], false), ([:], false),
            (["Cache-Control": "no-store, max-age=60"], false), (["Cache-Control": "max-age=60, no-cache"], false),
            (["Cache-Control": "max-age=x"], false), (["Cache-Control": "max-age=60", "Vary": "*"], false),
            (["Cache-Control": "MAX-AGE=\"60\""], true), (["Cache-Control": "max-age=60", "Vary": "X-Language"], true),
        ] as [(HTTPHeaders, Bool)])
    func aResponseSaysWhetherItIsTakenAgain(_ headers: HTTPHeaders, _ isTaken: Bool) async throws {
        let (api, connector) = try api(#""Cache Policy": 1"#, headers)

        _ = try await get(api)
        pass(30)
        _ = try await get(api)

        #expect(connector.requests.count == (isTaken ? 1 : 2))
    }

    @Test func aResponseDependsOnTheFieldsThatItNames() async throws {
        struct Languages: RequestRewriter {
            let language: Guarded<String>
            func rewrite(request: Request) -> RequestRewriterResult {
                var request = request
                request.headers["X-Language"] = language.withLock { $0 }
                return .request(request)
            }
        }
        let language = Guarded("en")
        let (api, _) = try api(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60", "Vary": "Accept, X-Language"]) {
            $0.addRewriter(Languages(language: language))
        }

        #expect(try await get(api) == 1)
        language.withLock { $0 = "ja" }
        #expect(try await get(api) == 2)
        #expect(try await get(api) == 2)
    }

    @Test func aRequestThatWantsItNewGetsItNew() async throws {
        let (api, connector) = try api(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60"])
        #expect(try await get(api) == 1)

        await api.finished("A") { $0.headers = ["Cache-Control": "no-cache"] }
        await api.finished("A") { $0.requestCustomization = { $0.method = .post } }

        #expect(connector.requests.count == 3)
    }

    @Test func whatChangesSomethingHasItAskedForAgain() async throws {
        let connector = ScriptedConnector { number, _ in
            .response(.json("\(number)", headers: ["Cache-Control": "max-age=600"]))
        }
        let api = try DefinitionAPI.over(
            connector,
            """
            {
              "Get": {"Path": "a", "Cache Policy": 1}, "Other": {"Path": "b", "Cache Policy": 1},
              "Put": {"Path": "a", "Method": "PUT"}, "Find": {"Path": "a", "Method": "POST", "Cache Policy": 2}
            }
            """)
        func get(_ name: String) async throws -> Int { try await api.request(name, as: Int.self) }

        #expect(try await [get("Get"), get("Other"), get("Find")] == [1, 2, 3])
        #expect(try await [get("Get"), get("Find")] == [1, 3])
        #expect(try await get("Put") == 4)
        #expect(try await [get("Other"), get("Get"), get("Find")] == [2, 5, 6])
    }

    /// A response that was received at 22:13:20, 30 seconds later.
    @Test(
        arguments: [
            (["Cache-Control": "max-age=60", "Date": "Tue, 14 Nov 2023 22:12:20 GMT"], false),
            (["Cache-Control": "max-age=100", "Date": "Tue, 14 Nov 2023 22:12:20 GMT"], true),
            (["Cache-Control": "max-age=60", "Date": "Tue, 14 Nov 2023 23:00:00 GMT"], true),
            (["Cache-Control": "max-age=inf"], false), (["Cache-Control": "max-age=0x100"], false),
            (["Cache-Control": "max-age=-1"], false), (["Cache-Control": "max-age=60", "Age": "90, 0"], false),
            (["Cache-Control": "max-age=99999999999999999999999"], true),
            (["Cache-Control": "max-age=60", "Vary": "Accept, Cookie"], false),
        ] as [(HTTPHeaders, Bool)])
    func itsAgeIsWhatItsFieldsAndTheClockTell(_ headers: HTTPHeaders, _ isTaken: Bool) async throws {
        let (api, connector) = try api(#""Cache Policy": 1"#, headers)

        _ = try await get(api)
        pass(30)
        _ = try await get(api)

        #expect(connector.requests.count == (isTaken ? 1 : 2))
    }

    @Test func theTimeThatARequestTookIsAPartOfTheAge() async throws {
        let connector = MockConnector { [time] _ in
            time.withLock { $0 += 50 }
            return .json("1", headers: ["Cache-Control": "max-age=60"])
        }
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Cache Policy": 1}}"#) { config in
            config.date = { [time] in time.withLock { $0 } }
        }
        func isFromCache(after seconds: TimeInterval) async -> Bool {
            pass(seconds)
            return await api.finished("A").isFromCache
        }

        #expect(await !isFromCache(after: 0))
        #expect(await isFromCache(after: 9))
        #expect(await !isFromCache(after: 1))
    }

    @Test func nothingIsTakenOfAClockThatWasPutBack() async throws {
        let (api, _) = try api(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60"])
        #expect(try await get(api) == 1)
        pass(-86_400)
        #expect(try await get(api) == 2)
    }

    @Test(arguments: [["Cache-Control": "max-age=0"], ["Pragma": "no-cache"], ["Cache-Control": "max-age=10"]])
    func aRequestSaysHowOldItMayBe(_ fields: [String: String]) async throws {
        let (api, connector) = try api(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60"])
        var definition = try #require(api.store.definition(named: "A"))
        definition.headers = fields
        try api.store.add(definition)

        #expect(try await get(api) == 1)
        pass(11)
        #expect(try await get(api) == 2)
        #expect(connector.requests.count == 2)
    }

    @Test func whatIsRefreshedHasANewAgeAndMayBeForbidden() async throws {
        let again = Guarded<HTTPHeaders>(["Cache-Control": "max-age=100"])
        let connector = ScriptedConnector { number, request in
            guard request.headers["If-None-Match"] == nil else {
                return .response(Response(statusCode: 304, headers: again.withLock { $0 }))
            }
            return .response(
                .json("\(number)", headers: ["Cache-Control": "max-age=100", "Age": "200", "ETag": "\"a\""]))
        }
        let api = try DefinitionAPI.over(connector, #"{"A": {"Path": "a", "Cache Policy": 1}}"#) { config in
            config.date = { [time] in time.withLock { $0 } }
        }

        for _ in 0..<3 { #expect(try await get(api) == 1) }
        #expect(connector.requests.count == 2)

        for headers: HTTPHeaders in [["Cache-Control": "no-store"], ["Vary": "*"]] {
            pass(100)
            again.withLock { $0 = headers }
            let count = connector.requests.count
            _ = try await get(api)
            #expect(connector.requests.count == count + 1)
            again.withLock { $0 = ["Cache-Control": "max-age=100"] }
            _ = try await get(api)
            #expect(connector.requests.last?.headers["If-None-Match"] == nil)
            #expect(connector.requests.count == count + 2)
            _ = try await get(api)
        }
    }
}
