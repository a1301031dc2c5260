import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// When a stored response is used by the rules of HTTP (RFC 9111).
@Suite(.tags(.threadSanitizer)) struct HTTPCachePolicyTests {
    @Test func freshnessFollowsHTTP() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#, ["Cache-Control": "public, max-age=60", "Age": "10"])

        #expect(try await cached.get() == 1)
        cached.pass(49)
        #expect(try await cached.get() == 1)
        cached.pass(1)
        #expect(try await cached.get() == 2)
        #expect(cached.connector.requests.count == 2)
    }

    @Test func staleResponseIsRevalidatedByETag() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60", "ETag": "\"v1\""])

        #expect(try await cached.get() == 1)
        cached.pass(60)
        let task = await cached.api.finished("A")
        cached.pass(59)
        #expect(try await cached.get() == 1)

        #expect(task.isFromCache && task.responseObject as? HTTPContent == 1)
        #expect(cached.connector.requests.map { $0.headers["If-None-Match"] } == [nil, "\"v1\""])
    }

    /// A response that was received at 22:13:20, looked up 30 seconds later.
    @Test(
        arguments: [
            (["Expires": "Tue, 14 Nov 2023 22:14:20 GMT", "Date": "Tue, 14 Nov 2023 22:13:20 GMT"], true),
            (["Expires": "Tue, 14 Nov 2023 22:14:20 GMT"], true), (["Expires": "0"], false), ([:], false),
            (["Cache-Control": "no-store, max-age=60"], false), (["Cache-Control": "max-age=60, no-cache"], false),
            (["Cache-Control": "max-age=x"], false), (["Cache-Control": "max-age=60", "Vary": "*"], false),
            (["Cache-Control": "MAX-AGE=\"60\""], true), (["Cache-Control": "max-age=60", "Vary": "X-Language"], true),
            (["Cache-Control": "max-age=60", "Vary": "Accept, Cookie"], true),
            (["Cache-Control": "max-age=60", "Date": "Tue, 14 Nov 2023 22:12:20 GMT"], false),
            (["Cache-Control": "max-age=100", "Date": "Tue, 14 Nov 2023 22:12:20 GMT"], true),
            (["Cache-Control": "max-age=60", "Date": "Tue, 14 Nov 2023 23:00:00 GMT"], true),
            (["Cache-Control": "max-age=inf"], false), (["Cache-Control": "max-age=0x100"], false),
            (["Cache-Control": "max-age=-1"], false), (["Cache-Control": "max-age=60", "Age": "90, 0"], false),
            (["Cache-Control": "max-age=99999999999999999999999"], true),
        ] as [(HTTPHeaders, Bool)])
    func responseFieldsDecideReuse(_ headers: HTTPHeaders, _ isTaken: Bool) async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#, headers)

        _ = try await cached.get()
        cached.pass(30)
        _ = try await cached.get()

        #expect(cached.connector.requests.count == (isTaken ? 1 : 2))
    }

    @Test func aResponseDependsOnTheFieldsThatItNames() async throws {
        let language = LockedValue("en")
        let cached = try CachedAPI(
            #""Cache Policy": 1"#, ["Cache-Control": "max-age=60", "Vary": "Accept, X-Language"],
            field: FieldMiddleware(name: "X-Language") { language.withLock { $0 } })

        #expect(try await cached.get() == 1)
        language.withLock { $0 = "ja" }
        #expect(try await cached.get() == 2)
        #expect(try await cached.get() == 2)
    }

    @Test func noCacheRequestBypassesTheCache() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60"])
        #expect(try await cached.get() == 1)

        await cached.api.finished("A") { $0.headers = ["Cache-Control": "no-cache"] }
        await cached.api.finished("A") { $0.requestCustomization = { $0.method = .post } }

        #expect(cached.connector.requests.count == 3)
    }

    @Test func adapterQueryIsPartOfTheCachedURL() async throws {
        struct Signing: RequestAdapter {
            func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) -> Request {
                var request = request
                request.url.append(queryItems: [URLQueryItem(name: "sig", value: "1")])
                return request
            }
        }
        let cached = try CachedAPI(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60"])
        cached.api.connectionConfig.policies = [Signing()]
        var put = try #require(cached.api.store.definition(named: "A"))
        (put.name, put.method) = ("Put", .put)
        try cached.api.store.add(put)

        #expect(try await cached.get() == 1)
        try await cached.api.request("Put")
        #expect(try await cached.get() == 3)
    }

    @Test func callersConditionIsPassedThrough() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#) { number, request in
            guard request.headers["If-None-Match"] == nil else {
                return .response(Response(statusCode: 304, headers: ["ETag": "\"mine\""]))
            }
            return .response(.json("\(number)", headers: ["ETag": "\"theirs\""]))
        }
        #expect(try await cached.get() == 1)

        let task = await cached.api.finished("A") { $0.headers = ["If-None-Match": "\"mine\""] }

        #expect(task.error?.response?.statusCode == 304)
    }

    @Test func mismatched304FetchesTheFullResponse() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#) { number, request in
            guard request.headers["If-None-Match"] == nil else {
                return .response(Response(statusCode: 304, headers: ["ETag": "\"v3\""]))
            }
            return .response(.json("\(number)", headers: ["ETag": "\"v2\""]))
        }

        #expect(try await cached.get() == 1)
        #expect(try await cached.get() == 3)
        #expect(cached.connector.requests.map { $0.headers["If-None-Match"] } == [nil, "\"v2\"", nil])
    }

    @Test func unsafeRequestInvalidatesStoredResponses() async throws {
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

    @Test func requestTimeCountsTowardAge() async throws {
        let time = LockedValue(Date(timeIntervalSince1970: 1_700_000_000))
        let cached = try CachedAPI(#""Cache Policy": 1"#, time: time) { _, _ in
            time.withLock { $0 += 50 }
            return .response(.json("1", headers: ["Cache-Control": "max-age=60"]))
        }
        func isFromCache(after seconds: TimeInterval) async -> Bool {
            cached.pass(seconds)
            return await cached.api.finished("A").isFromCache
        }

        #expect(await !isFromCache(after: 0))
        #expect(await isFromCache(after: 9))
        #expect(await !isFromCache(after: 1))
    }

    @Test func clockSetBackMakesResponsesStale() async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60"])
        #expect(try await cached.get() == 1)
        cached.pass(-86_400)
        #expect(try await cached.get() == 2)
    }

    @Test(arguments: [["Cache-Control": "max-age=0"], ["Pragma": "no-cache"], ["Cache-Control": "max-age=10"]])
    func requestLimitsTheResponseAge(_ fields: [String: String]) async throws {
        let cached = try CachedAPI(#""Cache Policy": 1"#, ["Cache-Control": "max-age=60"])
        var definition = try #require(cached.api.store.definition(named: "A"))
        definition.headers = fields
        try cached.api.store.add(definition)

        #expect(try await cached.get() == 1)
        cached.pass(11)
        #expect(try await cached.get() == 2)
        #expect(cached.connector.requests.count == 2)
    }

    @Test func revalidationUpdatesAgeAndStorability() async throws {
        let again = LockedValue<HTTPHeaders>(["Cache-Control": "max-age=100"])
        let cached = try CachedAPI(#""Cache Policy": 1"#) { number, request in
            guard request.headers["If-None-Match"] == nil else {
                return .response(Response(statusCode: 304, headers: again.withLock { $0 }))
            }
            return .response(
                .json("\(number)", headers: ["Cache-Control": "max-age=100", "Age": "200", "ETag": "\"a\""]))
        }

        for _ in 0..<3 { #expect(try await cached.get() == 1) }
        #expect(cached.connector.requests.count == 2)

        for headers: HTTPHeaders in [["Cache-Control": "no-store"], ["Vary": "*"]] {
            cached.pass(100)
            again.withLock { $0 = headers }
            let count = cached.connector.requests.count
            _ = try await cached.get()
            #expect(cached.connector.requests.count == count + 1)
            again.withLock { $0 = ["Cache-Control": "max-age=100"] }
            _ = try await cached.get()
            #expect(cached.connector.requests.last?.headers["If-None-Match"] == nil)
            #expect(cached.connector.requests.count == count + 2)
            _ = try await cached.get()
        }
    }
}
