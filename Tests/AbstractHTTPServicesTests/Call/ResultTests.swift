import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Each kind of result of a call.
@Suite(.tags(.libcurl), .timeLimit(.minutes(5))) struct ResultTests {
    private let server: LoopbackServer
    private let service: ResultsClient
    private let ada = User(login: "ada")

    init() throws {
        TestConnector.becomeDefault()
        server = try LoopbackServer { _ in .json(#"{"login":"ada"}"#) }
        service = ResultsClient(baseURL: server.url)
    }

    @Test func aModelIsDecoded() async throws {
        #expect(try await service.model() == ada)
        #expect(try await service.optional() == ada)
        #expect(try await service.typed() == ada)
        #expect(try await service.generic() as User == ada)
        try await service.nothing()
        try await service.void()
        server.enqueue(.init(statusCode: 204))
        #expect(try await service.optional() == nil)
    }

    @Test func rawBodyCanBeReturned() async throws {
        #expect(try await service.text() == #"{"login":"ada"}"#)
        #expect(try await service.data() == Data(#"{"login":"ada"}"#.utf8))
        #expect(try await service.response().headers["Content-Type"] == "application/json")
    }

    @Test func modelCanIncludeItsResponse() async throws {
        let (user, response) = try await service.pair()
        let labeled = try await service.labeled()
        let pair = try await service.pairs().response()

        #expect(user == ada && labeled.user == ada && pair.0 == ada)
        #expect([response, labeled.response, pair.1].map(\.statusCode) == [200, 200, 200])
    }

    @Test func aStreamIsReadWhileItArrives() async throws {
        let stream = try await service.stream()

        #expect(stream.statusCode == 200)
        #expect(try await stream.body.reduce(into: Data()) { $0 += $1 } == Data(#"{"login":"ada"}"#.utf8))
    }

    @Test func downloadUsesTheServersFileName() async throws {
        server.enqueue(
            .init(headers: ["Content-Disposition": #"attachment; filename="a.txt""#], data: Data("hello".utf8)))

        let file = try await service.download()

        #expect(file.url.lastPathComponent == "a.txt")
        #expect(try String(contentsOf: file.url, encoding: .utf8) == "hello")
        let folder = try FileManager.default.attributesOfItem(atPath: file.url.deletingLastPathComponent().path)
        #expect(folder[.posixPermissions] as? Int == 0o700)
        try FileManager.default.removeItem(at: file.url.deletingLastPathComponent())
    }

    @Test func aDownloadThatFailsLeavesNothing() async throws {
        let parent = URL.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        let found = LockedValue<[String]>([])
        let server = try LoopbackServer { _ in
            found.withLock { $0 = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] }
            return .json(#"{"login": "nobody"}"#, statusCode: 500)
        }
        let service = ResultsClient(baseURL: server.url) { configuration in
            configuration.connectionConfig.clock = ManualClock()
            configuration.downloadFolder = parent
            configuration.failureModel = User.self
        }

        let error = await failure { try await service.download() }

        #expect(error?.response?.statusCode == 500)
        #expect(error?.failureModel as? User == User(login: "nobody"))
        #expect(found.withLock(\.count) == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).isEmpty)
    }

    @Test func aConnectionIsNotStarted() async throws {
        let connection = service.connection()

        #expect(!connection.isRunning)
        #expect(server.requests.isEmpty)
        #expect(try await connection.response() == ada)
    }

    @Test func aCallbackIsCalledOnTheQueueOfTheClient() async throws {
        var service = service
        service.configuration.callbackQueue = DispatchQueue(label: "callbacks")
        let result = Promise<Result<User, ConnectionError>>()

        service.called(id: 7) { [queue = service.configuration.callbackQueue] in
            dispatchPrecondition(condition: .onQueue(queue))
            result.fulfill($0)
        }

        #expect(try await result.value().get() == ada)
        #expect(server.requests.map(\.target) == ["/user/7"])
    }

    @Test func mainActorCallbackRunsOnTheMainActor() async throws {
        let result = Promise<Result<User, ConnectionError>>()

        service.calledOnMain {
            MainActor.preconditionIsolated()
            result.fulfill($0)
        }

        #expect(try await result.value().get() == ada)
    }

    @Test func callbackReceivesFailures() async {
        server.enqueue(.json(#"{"message":"no"}"#, statusCode: 404), .json("[]"))
        let (first, second) = (Promise<Result<User, ConnectionError>>(), Promise<Result<User, ConnectionError>>())

        var service = service
        service.configuration.callbackQueue = DispatchQueue(label: "callbacks")
        service.called(id: 1) { first.fulfill($0) }
        _ = await first.value()
        service.calledOnMain { second.fulfill($0) }

        #expect(await first.value().error?.response?.statusCode == 404)
        #expect(await second.value().error?.type == .parse)
    }

    @Test func connectionWithACallbackIsNotStarted() async throws {
        var service = service
        service.configuration.callbackQueue = DispatchQueue(label: "callbacks")
        let result = Promise<Result<User, ConnectionError>>()
        let connection = service.notStarted { result.fulfill($0) }
        #expect(!connection.isRunning)

        connection.start()

        #expect(try await result.value().get() == ada)
    }

    @Test func canceledCallRunsNoCallback() async {
        let connector = ScriptedConnector(.silence)
        var service = service
        let queue = DispatchQueue(label: "callbacks")
        service.configuration.callbackQueue = queue
        service.configuration.connectionConfig.connector = connector
        let calls = LockedValue(0)
        let connection = service.notStarted { _ in calls.withLock { $0 += 1 } }
        let recorder = EventRecorder()
        connection.recorded(by: recorder).start()
        await connector.waitForRequests(1)

        connection.cancel()

        await recorder.wait(for: .onEnd)
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        #expect(calls.withLock { $0 } == 0)
        #expect(recorder.outcomes == [.canceled])
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
