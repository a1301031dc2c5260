import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// When a stored response is used, depending on the policy of the definition.
@Suite(.tags(.threadSanitizer)) struct CachePolicyTests {
    @Test(arguments: [0, 5]) func defaultAndNonePoliciesStoreNothing(_ policy: Int) async throws {
        let cached = try CachedAPI(#""Cache Policy": \#(policy)"#, ["Cache-Control": "max-age=60"])

        #expect(try await cached.get() == 1)
        #expect(try await cached.get() == 2)
        #expect(
            cached.connector.requests.map { $0.headers["Cache-Control"] }
                == (policy == 5 ? ["no-cache", "no-cache"] : [nil, nil]))
    }

    @Test func alwaysPolicyFetchesEachRequestOnce() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2"#)

        #expect(try await cached.get() == 1)
        cached.pass(1e9)
        #expect(try await cached.get() == 1)
        #expect(try await cached.get(["n": 2]) == 2)
        #expect(try await cached.get(["q": "a"]) == 3)
        let task = await cached.api.finished("A")

        #expect(task.isFromCache && task.isSuccess)
        #expect(task.responseObject as? HTTPContent == 1)
        #expect(cached.connector.requests.count == 3)
        try await cached.api.cache.removeAll()
        #expect(try await cached.get() == 4)
    }

    @Test func expirePolicyFetchesAgainAfterExpiry() async throws {
        let cached = try CachedAPI(#""Cache Policy": 3, "Expire": 60"#)

        #expect(try await cached.get() == 1)
        cached.pass(59)
        #expect(try await cached.get() == 1)
        cached.pass(1)
        #expect(try await cached.get() == 2)
        cached.pass(-3600)
        #expect(try await cached.get() == 3)
        #expect(cached.connector.requests.count == 3)
    }

    @Test func postIsStoredByItsBody() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2, "Method": "POST""#)

        #expect(try await cached.get(["q": "a"]) == 1)
        #expect(try await cached.get(["q": "b"]) == 2)
        #expect(try await cached.get(["q": "a"]) == 1)
    }

    @Test func aResponseIsKeptForOneAccountAlone() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2, "Authorization": true"#)

        cached.api.authorization.headers["Authorization"] = "Bearer ada"
        #expect(try await cached.get() == 1)
        cached.api.authorization.headers["Authorization"] = "Bearer bob"
        #expect(try await cached.get() == 2)
        cached.api.authorization.headers["Authorization"] = "Bearer ada"
        #expect(try await cached.get() == 1)

        cached.api.authorization.account = "ada"
        #expect(try await cached.get() == 3)
        cached.api.authorization.headers["Authorization"] = "Bearer ada again"
        #expect(try await cached.get() == 3)
        cached.api.authorization.account = "bob"
        #expect(try await cached.get() == 4)
    }

    @Test func accountComesFromTheAttempt() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2, "Authorization": true"#)
        cached.api.authorization = DefinitionAuthorization(headers: ["Authorization": "ada"], account: "ada")
        let connection = cached.api.connection("A", as: Int.self)

        cached.api.authorization = DefinitionAuthorization(headers: ["Authorization": "bob"], account: "bob")
        #expect(try await connection.response() == 1)
        cached.api.authorization = DefinitionAuthorization(headers: ["Authorization": "ada"], account: "ada")
        #expect(try await cached.get() == 2)
    }

    @Test func accountReplacesVaryingCredentialFields() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2, "Authorization": true"#, ["Vary": "Authorization, X-Key"])
        cached.api.authorization = DefinitionAuthorization(
            headers: ["Authorization": "one", "X-Key": "a"], account: "ada")
        #expect(try await cached.get() == 1)

        cached.api.authorization.headers = ["Authorization": "two", "X-Key": "b"]
        #expect(try await cached.get() == 1)
        cached.api.authorization.account = nil
        #expect(try await cached.get() == 2)
        cached.api.authorization.headers["X-Key"] = "c"
        #expect(try await cached.get() == 3)
    }

    @Test func redirectedResponseIsFoundByOriginalRequest() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2, "Authorization": true"#) { number, request in
            guard request.url.host() == "api.example.com" else {
                return .response(.json("\(number)", headers: ["Vary": "Authorization"]))
            }
            return .response(Response(statusCode: 302, headers: ["Location": "https://cdn.example.com/a"]))
        }
        cached.api.authorization.headers = ["Authorization": "one"]

        #expect(try await cached.get() == 2)
        #expect(try await cached.get() == 2)
        #expect(cached.connector.requests.map { $0.headers["Authorization"] } == ["one", nil])
    }

    @Test func responseRemovedWhileLoadingIsNotStored() async throws {
        let release = Promise<Void>()
        let connector = MockConnector { request in
            if request.method == .get { await release.value() }
            return .json("1")
        }
        let api = try DefinitionAPI.over(
            connector,
            #"{"Get": {"Path": "a", "Cache Policy": 2}, "Other": {"Path": "b", "Cache Policy": 2}, "Put": {"Path": "a", "Method": "PUT"}}"#
        )

        async let first = api.request("Get", as: Int.self)
        async let other = api.request("Other", as: Int.self)
        await until { api.tasks.compactMap(\.currentRequest).count >= 2 }
        try await api.request("Put")
        release.fulfill(())
        _ = try await (first, other)

        #expect(await !api.finished("Get").isFromCache)
        #expect(await api.finished("Get").isFromCache)
        #expect(await api.finished("Other").isFromCache)
        try await api.cache.removeAll()
        #expect(await !api.finished("Other").isFromCache)
    }

    @Test func abandonedAttemptStoresNothing() async throws {
        let late = LateConnector()
        let api = try DefinitionAPI.over(late, #"{"A": {"Path": "a", "Cache Policy": 2, "Authorization": true}}"#)
        api.authorization.headers = ["Authorization": "bob"]
        let connection = api.connection("A", as: String.self).addListener(late)
        connection.start()
        await late.isAsked.value()

        api.authorization.headers = ["Authorization": "ada"]
        connection.restart()
        #expect(try await connection.response() == "ada")
        try await api.cache.remove(URL(filePath: "/"))
        #expect(try await api.request("A", as: String.self) == "ada")
    }

    @Test func callCredentialsBypassTheAccountsResponses() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2, "Authorization": true"#)
        cached.api.authorization = DefinitionAuthorization(headers: ["Authorization": "ada"], account: "ada")

        #expect(try await cached.get() == 1)
        #expect(try await cached.api.request("A", as: Int.self) { $0.headers["Authorization"] = "bob" } == 2)
        #expect(try await cached.get() == 1)
    }

    @Test func bodiesWithEqualHashesStayDistinct() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2, "Method": "POST", "Serializer": "AFHTTPRequestSerializer""#)

        // Both have the same 64-bit FNV-1a hash.
        #expect(try await cached.get(["8yn0iYCKYHlIj4-BwPqk": "x"]) == 1)
        #expect(try await cached.get(["GReLUrM4wMqfg9yzV3KQ": "x"]) == 2)
    }

    @Test func failedResponseIsNotStored() async throws {
        struct Odd: DefinitionBehavior {
            func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
                try (response.content().intValue ?? 0) % 2 == 0
            }
        }
        let cached = try CachedAPI(#""Cache Policy": 2"#)
        cached.api.behavior = Odd()

        #expect(await failure { try await cached.get() }?.type == .invalidResponse)
        #expect(await failure { try await cached.api.request("A", as: Anything.self) }?.type == .parse)
        #expect(await failure { try await cached.get() }?.type == .invalidResponse)
        #expect(try await cached.get() == 4)
        #expect(try await cached.get() == 4)
        #expect(cached.connector.requests.count == 4)
    }

    @Test func failedResponseReplacesNoUsableOne() async throws {
        let cached = try CachedAPI(#""Cache Policy": 3, "Expire": 60, "Offline Policy": 1"#) { number, _ in
            switch number {
            case 1: .response(.json("1"))
            case 2: .response(.json("{}"))
            default: .failure(URLError(.notConnectedToInternet))
            }
        }
        #expect(try await cached.get() == 1)
        cached.pass(60)

        #expect(await failure { try await cached.get() }?.type == .parse)
        #expect(try await cached.get() == 1)
    }

    @Test func unusableStoredResponseIsFetchedAgain() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2"#)
        #expect(try await cached.get() == 1)

        #expect(await failure { try await cached.api.request("A", as: Anything.self) }?.type == .parse)
        #expect(cached.connector.requests.count == 2)
        #expect(try await cached.get() == 3)
    }

    @Test func redirectedResponseIsStoredForItsRequest() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2"#) { number, _ in
            .response(number == 1 ? Response(statusCode: 302, headers: ["Location": "/b"]) : .json("1"))
        }

        #expect(try await cached.get() == 1)
        #expect(try await cached.get() == 1)
        #expect(cached.connector.requests.map { $0.url.path() } == ["/a", "/b"])
    }

    @Test func middlewareFieldsDoNotChangeTheCacheKey() async throws {
        let cached = try CachedAPI(
            #""Cache Policy": 2"#, field: FieldMiddleware(name: "X-Request-ID") { UUID().uuidString })

        #expect(try await cached.get() == 1)
        #expect(try await cached.get() == 1)
        #expect(cached.connector.requests.count == 1)
    }

    @Test func alwaysPolicyIgnoresVaryAsterisk() async throws {
        let cached = try CachedAPI(#""Cache Policy": 2"#, ["Vary": "*", "Cache-Control": "no-store"])

        #expect(try await cached.get() == 1)
        #expect(try await cached.get() == 1)
        #expect(cached.connector.requests.count == 1)
    }
}

/// Answers with the credentials of the request. It answers bob after another response has arrived, but before that is
/// processed.
private final class LateConnector: HTTPConnector, ConnectionResponseListener {
    let isAsked = Promise<Void>()
    private let isReceived = Promise<Void>()
    private let isRead = Promise<Void>()

    func execute(_ request: Request) async throws -> ResponseStream {
        let name = request.headers["Authorization"] ?? ""
        guard name == "bob" else { return ResponseStream(.json(name)) }
        isAsked.fulfill(())
        await isReceived.value()
        return ResponseStream(statusCode: 200, body: ResponseBody(OneChunk(Data("bob".utf8), isRead)))
    }

    func onReceived(connection: any ConnectionTask, response: Response) async -> Bool {
        isReceived.fulfill(())
        await isRead.value()
        for _ in 0..<100 { await Task.yield() }
        return true
    }
}

/// A body of one chunk that reports when nobody reads it anymore.
private final class OneChunk: ChunkSource {
    private let chunk: LockedValue<Data?>
    private let isRead: Promise<Void>

    init(_ chunk: Data, _ isRead: Promise<Void>) {
        self.chunk = LockedValue(chunk)
        self.isRead = isRead
    }

    deinit {
        isRead.fulfill(())
    }

    func next() -> Data? {
        chunk.withLock { chunk in
            defer { chunk = nil }
            return chunk
        }
    }
}
