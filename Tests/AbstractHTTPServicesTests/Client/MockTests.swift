import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Service(mock: true)
protocol Users {
    @GET("/users/{id}") func user(id: Int) async throws -> User
    @GET("/users/{login}") func user(login: String) async throws(ConnectionError) -> User
    @DELETE("/users/{id}") func delete(id: Int) async throws
    @GET("/users") func all() -> Connection<[User]>
    @GET("/users") func list(
        page: Int, callback: @escaping @MainActor @Sendable (Result<[User], ConnectionError>) -> Void)
    @GET("/export") func export() async throws -> ResponseStream
    @GET("/export") func exportLater() -> Connection<ResponseStream>
}

/// A mock has a closure for each function, and fails as a client does.
@Suite(.timeLimit(.minutes(5))) struct MockTests {
    private struct Broken: Error {}

    private var users = UsersMock()
    private let ada = User(login: "ada")

    @Test mutating func closureReplacesACall() async throws {
        let deleted = LockedValue<[Int]>([])
        users.onUserId = { id in User(login: "user \(id)") }
        users.onDelete = { id in deleted.withLock { $0.append(id) } }
        let service: any Users = users

        #expect(try await service.user(id: 7) == User(login: "user 7"))
        try await service.delete(id: 8)

        #expect(deleted.withLock { $0 } == [8])
    }

    @Test mutating func connectionsAndCallbacksCanBeMocked() async throws {
        users.onAll = { [ada] in [ada] }
        users.onList = { page in [User(login: "page \(page)")] }
        users.onExport = { ResponseStream(Response(statusCode: 200, data: Data("abc".utf8))) }
        let result = Promise<Result<[User], ConnectionError>>()

        users.list(page: 2) { result.fulfill($0) }

        #expect(try await result.value().get() == [User(login: "page 2")])
        #expect(try await users.all().response() == [ada])
        #expect(try await users.export().body.reduce(into: Data()) { $0 += $1 } == Data("abc".utf8))
    }

    @Test func closuresMayBeGivenAtOnce() async throws {
        let users = UsersMock(onUserId: { id in User(login: "user \(id)") }, onDelete: { _ in })

        #expect(try await users.user(id: 7) == User(login: "user 7"))
        try await users.delete(id: 7)
    }

    @Test func unsetClosureErrorNamesIt() async {
        let errors = await [
            failure { try await users.user(id: 1) }, failure { try await users.user(login: "a") },
            failure { try await users.all().response() },
        ]

        #expect(errors.map { $0?.type } == [.invalidRequest, .invalidRequest, .invalidRequest])
        #expect(
            errors.map { $0?.underlying as? MockedCall.NotSet }
                == ["UsersMock.onUserId", "UsersMock.onUserLogin", "UsersMock.onAll"].map(MockedCall.NotSet.init))
    }

    @Test mutating func closureErrorFailsTheCall() async {
        let gone = ConnectionError(
            type: .invalidResponse, request: Request(url: URL(filePath: "/")), response: Response(statusCode: 410),
            failureModel: "gone")
        users.onUserId = { _ in throw gone }
        users.onUserLogin = { _ in throw Broken() }
        users.onAll = { throw gone }

        #expect(await failure { try await users.user(id: 1) }?.response?.statusCode == 410)
        let broken = await failure { try await users.user(login: "a") }
        #expect(broken?.type == .network)
        #expect(broken?.underlying is Broken)
        let error = await failure { try await users.all().response() }
        #expect(error?.type == .invalidResponse)
        #expect(error?.response?.statusCode == 410)
        #expect(error?.failureModel as? String == "gone")
        users.onAll = {
            throw ConnectionError(type: .parse, request: gone.request, response: Response(statusCode: 200))
        }
        #expect(await failure { try await users.all().response() }?.type == .parse)
        users.onAll = { throw Broken() }
        #expect(await failure { try await users.all().response() }?.underlying is Broken)
    }

    @Test mutating func eachRunOfAConnectionHasItsOwnError() async {
        let gone = ConnectionError(
            type: .invalidResponse, request: Request(url: URL(filePath: "/")), response: Response(statusCode: 410))
        let isFirst = LockedValue(true)
        users.onAll = {
            let wasFirst = isFirst.withLock { $0 }
            isFirst.withLock { $0 = false }
            throw wasFirst ? gone as any Error : Broken()
        }
        let connection = users.all()

        let errors = await [failure { try await connection.response() }, failure { try await connection.response() }]

        #expect(errors.map { $0?.type } == [.invalidResponse, .network])
        #expect(errors.last??.underlying is Broken)
    }

    /// The closure of the first run ignores its cancel, and ends after the second run has begun.
    @Test mutating func abandonedRunChangesNoOutcome() async {
        let (gates, calls) = ([Promise<Void>(), Promise<Void>()], LockedValue(0))
        let gone = ConnectionError(
            type: .invalidResponse, request: Request(url: URL(filePath: "/")), response: Response(statusCode: 410))
        let isAbandoned = Promise<Void>()
        users.onAll = {
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            await gates[number - 1].value()
            if number == 1 {
                isAbandoned.fulfill(())
                throw gone
            }
            throw Broken()
        }
        let connection = users.all()
        async let error = failure { try await connection.response() }
        await until { calls.withLock { $0 } == 1 }
        connection.restart()
        await until { calls.withLock { $0 } == 2 }
        gates[0].fulfill(())
        await isAbandoned.value()
        for _ in 0..<1_000 { await Task.yield() }
        gates[1].fulfill(())

        #expect(await error?.type == .network)
    }

    @Test mutating func streamOfAMockedConnectionIsThatOfItsClosure() async throws {
        users.onExportLater = { ResponseStream(Response(statusCode: 200, data: Data("abc".utf8))) }

        var bytes = Data()
        for try await chunk in try await users.exportLater().response().body { bytes += chunk }

        #expect(bytes == Data("abc".utf8))
    }

    @Test mutating func aClosureIsCanceledWithItsCall() async {
        // The clock stands still.
        let clock = ManualClock()
        users.onAll = {
            try await clock.sleep(for: .seconds(3_600))
            return []
        }
        let connection = users.all()
        async let error = failure { try await connection.response() }
        await clock.waitForSleepers()

        connection.cancel()

        #expect(await error?.type == .canceled)
        await until { clock.remainingSleeps.isEmpty }
    }
}
