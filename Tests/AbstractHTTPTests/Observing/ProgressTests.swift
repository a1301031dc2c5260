import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Progress through the whole pipeline.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct ProgressTests {
    /// Reports that the body is sent in two steps, and answers in two chunks.
    struct TwoSteps: HTTPConnector {
        var headers: HTTPHeaders = ["Content-Length": "10"]

        func execute(_ request: Request) async throws -> ResponseStream {
            ResponseStream(statusCode: 200, headers: headers, body: ResponseBody(chunks("01234", "56789")))
        }

        func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
            context.didSend(2)
            context.didSend(4)
            return try await execute(request)
        }
    }

    @Test func lastCountOfEachDirectionIsReported() async throws {
        let recorder = ProgressRecorder()
        let http = HTTP("https://a.example/").method(.put).body(Data("four".utf8))

        _ = try await http.asString(config: .over(TwoSteps())).addListener(recorder).response()

        #expect(recorder.last(.upload) == TransferProgress(direction: .upload, bytes: 4, total: 4))
        #expect(recorder.last(.download) == TransferProgress(direction: .download, bytes: 10, total: 10))
        #expect(recorder.isRising)
    }

    @Test func fastListenerReceivesEveryCount() async throws {
        let (source, pieces) = AsyncStream.makeStream(of: Data.self)
        let connector = ScriptedConnector(
            .stream(ResponseStream(statusCode: 200, body: ResponseBody(source))))
        let recorder = ProgressRecorder { count in
            if count < 5 { pieces.yield(Data("x".utf8)) } else { pieces.finish() }
        }
        pieces.yield(Data("x".utf8))

        _ = try await HTTP("https://a.example/").asString(config: .over(connector)).addListener(recorder)
            .response()

        #expect(recorder.all == (1...5).map { TransferProgress(direction: .download, bytes: $0) })
    }

    @Test func theTotalOfADecodedBodyIsNotKnown() async throws {
        let recorder = ProgressRecorder()
        let connector = TwoSteps(headers: ["Content-Length": "3", "Content-Encoding": "gzip"])

        _ = try await HTTP("https://a.example/").asString(config: .over(connector)).addListener(recorder)
            .response()

        #expect(recorder.last(.download)?.total == nil)
    }

    @Test(
        arguments: [
            ("bytes \(Int.max - 3)-\(Int.max - 2)/\(Int.max - 1)", nil, 100, Int.max, nil),
            ("bytes 5-9/10", "gzip", 50, 50, nil), ("bytes 5-9/10", nil, 50, 55, nil), ("bytes 5-9/10", nil, 5, 10, 10),
        ] as [(String, String?, Int, Int, Int?)])
    func invalidContentRangeIsHarmless(range: String, coding: String?, size: Int, count: Int, total: Int?) async throws
    {
        var headers: HTTPHeaders = ["Content-Range": range]
        if let coding { headers["Content-Encoding"] = coding }
        let response = Response(statusCode: 206, headers: headers, data: Data(count: size))
        let last = LockedValue<TransferProgress?>(nil)

        _ = try await HTTP("https://a.b").asData(config: .over(MockConnector { _ in response }))
            .addOnProgress { progress in last.withLock { $0 = progress } }.response()

        #expect(last.withLock { $0 } == TransferProgress(direction: .download, bytes: count, total: total))
    }

    @Test func restartedUploadProgressNeverDecreases() async throws {
        let connector = Repeating(counts: [10, 60, 5, 100])
        let counts = LockedValue<[Int]>([])

        _ = try await HTTP("https://a.b").method(.put).body(Data(count: 100)).asData(config: .over(connector))
            .addOnProgress { progress in
                if progress.direction == .upload { counts.withLock { $0.append(progress.bytes) } }
            }.response()

        #expect(counts.withLock { $0 == $0.sorted() && $0.last == 100 })
    }

    @Test func progressCallsNeverOverlapOtherCalls() async throws {
        let recorder = EventRecorder()
        let connection = HTTP("https://a.example/").asString(config: .over(TwoSteps())).recorded(by: recorder)
        let progress = ProgressRecorder { _ in
            #expect(recorder.events == [.onStart])
        }

        _ = try await connection.addListener(progress).response()

        #expect(!progress.all.isEmpty)
        #expect(recorder.events == Events.success)
    }

    @Test func aLiveBodyIsCountedWhileItIsRead() async throws {
        let recorder = ProgressRecorder()
        let stream = try await HTTP("https://a.example/").asStream(config: .over(TwoSteps()))
            .addListener(recorder).response()
        for try await _ in stream.body {}

        #expect(recorder.last(.download) == TransferProgress(direction: .download, bytes: 10, total: 10))
    }

    @Test func uploadContinuingAfterTheHeadIsCounted() async throws {
        let (recorder, body) = (ProgressRecorder(), ScriptedBody())
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(body))))
        let http = HTTP("https://a.example/").method(.put).body(Data("four".utf8))
        let stream = try await http.asStream(config: .over(connector)).addListener(recorder).response()
        connector.contexts[0].didSend(1)
        await until { recorder.all.count == 1 }
        connector.contexts[0].didSend(4)
        body.finish()
        for try await _ in stream.body {}

        #expect(recorder.all == [1, 4].map { TransferProgress(direction: .upload, bytes: $0, total: 4) })
    }

    @Test func rejectedStreamBodyIsCounted() async {
        let recorder = ProgressRecorder()
        let response = ResponseStream(statusCode: 503, body: ResponseBody(chunks("not ", "now")))
        let connection = HTTP("https://a.example/").asStream(config: .over(ScriptedConnector(.stream(response))))

        let error = await failure(of: connection.addListener(recorder))

        #expect(error?.response?.text == "not now")
        #expect(recorder.last(.download)?.bytes == 7)
    }

    @Test func nothingIsReportedAfterACancel() async throws {
        let (source, pieces) = AsyncStream.makeStream(of: Data.self)
        let connector = ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(source))))
        let connection = HTTP("https://a.example/").asString(config: .over(connector))
        let recorder = ProgressRecorder { _ in
            connection.cancel()
            pieces.yield(Data("x".utf8))
        }
        pieces.yield(Data("x".utf8))

        let error = await failure(of: connection.addListener(recorder))

        #expect(error?.type == .canceled)
        #expect(recorder.all.count == 1)
    }

    @Test @MainActor func aClosureIsCalledOnTheMainActor() async throws {
        var fractions: [Double] = []
        let connection = HTTP("https://a.example/").asString(config: .over(TwoSteps()))

        _ = try await connection.addOnProgress { fractions.append($0.fraction ?? -1) }.response()

        #expect(fractions.last == 1)
    }

    @Test func holderListenerSeesAllProgress() async throws {
        let (holder, recorder) = (ConnectionHolder(), ProgressRecorder())
        holder.addListener(recorder)
        var config = ConnectionConfig.over(TwoSteps())
        config.holder = holder

        _ = try await HTTP("https://a.example/").asString(config: config).response()

        #expect(recorder.last(.download)?.bytes == 10)
    }

    @Test func fractionRequiresATotal() {
        #expect(TransferProgress(direction: .upload, bytes: 1, total: 4).fraction == 0.25)
        #expect(TransferProgress(direction: .upload, bytes: 5, total: 4).fraction == 1)
        #expect(TransferProgress(direction: .upload, bytes: 0, total: 0).fraction == 1)
        #expect(TransferProgress(direction: .upload, bytes: 1).fraction == nil)
    }

    @Test func bothDirectionsReachTheirTotal() async throws {
        let size = 3_000_000
        let server = try LoopbackServer { _ in LoopbackResponse(data: Data(count: size)) }
        let config = ConnectionConfig.over(TestConnector.make())
        try await withTemporaryFile(Data(count: size)) { url in
            let bodies = [RequestBody.data(Data(count: size)), try .file(url), .stream { chunks("one", "two") }]
            for (body, total) in zip(bodies, [size, size, nil]) {
                let recorder = ProgressRecorder()
                let connection = HTTP(server.url).method(.put).body(body).asData(config: config)

                _ = try await connection.addListener(recorder).response()

                let upload = TransferProgress(direction: .upload, bytes: total ?? 6, total: total)
                #expect(recorder.last(.upload) == upload)
                #expect(recorder.last(.download) == TransferProgress(direction: .download, bytes: size, total: size))
                #expect(recorder.isRising)
            }
        }
    }
}

/// Records the progress that it receives.
private final class ProgressRecorder: ConnectionProgressListener {
    private let told = LockedValue<[TransferProgress]>([])
    private let onProgress: @Sendable (Int) -> Void

    /// `onProgress` is called inside each call with its number, from 1.
    init(_ onProgress: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.onProgress = onProgress
    }

    var all: [TransferProgress] { told.withLock { $0 } }

    func last(_ direction: TransferProgress.Direction) -> TransferProgress? { all.last { $0.direction == direction } }

    var isRising: Bool {
        [TransferProgress.Direction.upload, .download].allSatisfy { direction in
            let bytes = all.filter { $0.direction == direction }.map(\.bytes)
            return zip(bytes, bytes.dropFirst()).allSatisfy { $0 < $1 }
        }
    }

    func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
        let count = told.withLock { told in
            told.append(progress)
            return told.count
        }
        onProgress(count)
    }
}

/// Reports these numbers of sent bytes, one after the other.
private struct Repeating: HTTPConnector {
    let counts: [Int]

    func execute(_ request: Request) async throws -> ResponseStream {
        ResponseStream(statusCode: 200, body: ResponseBody(Data()))
    }

    func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        for count in counts {
            context.didSend(count)
            await Task.yield()
        }
        return try await execute(request)
    }
}
