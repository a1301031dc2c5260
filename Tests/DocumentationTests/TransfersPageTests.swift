import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransfersPageTests {
    struct GetFilm: RequestSpec, Sendable {
        var id: Int
        var request: HTTP { HTTP("https://example.com/films/\(id)") }
    }

    struct Persistent: RecoveryPolicy {
        func recovery(from failure: RecoveryContext) async -> Recovery {
            failure.error.type == .network && failure.attempt < 10 ? .restart(after: .seconds(1)) : .giveUp
        }
    }

    struct CountLines: ConnectionSpec, LiveResponseSpec {
        typealias ResponseModel = Int
        var request: HTTP { HTTP("https://example.com/log") }

        var bodyReader: (@Sendable (ResponseStream) async throws -> Int)? {
            { stream in
                var lines = 0
                for try await byte in stream.body.bytes where byte == UInt8(ascii: "\n") { lines += 1 }
                return lines
            }
        }

        func parseResponse(response: Response) throws -> Int { throw ConnectionErrorType.parse }
    }

    struct UploadPicture: ConnectionSpec {
        typealias ResponseModel = Void
        var picture: URL
        var request: HTTP {
            HTTP("https://example.com/picture").method(.put).content(HTTPFile(picture), encoder: .binary)
        }
    }

    @Test func aSpecUploadsAFile() async throws {
        let files = PageFiles()
        let connector = ScriptedConnector(.response(Response(statusCode: 204)))

        try await Connection(
            UploadPicture(picture: files.file), config: ConnectionConfig(connector: connector)
        ).response()

        #expect(connector.requests[0].headers[.contentType] == "image/png")
        #expect(try await connector.requests[0].body?.text() == "image")
    }

    /// Answers with three lines of text.
    let config = ConnectionConfig(
        connector: MockConnector { request in
            Response(
                statusCode: 200,
                headers: ["Content-Length": "6", "Content-Disposition": "attachment; filename=film.mp4"],
                data: Data("a\nb\nc\n".utf8))
        })

    @Test func downToAFile() async throws {
        try await withFolder { folder in
            let file = folder.appending(component: "film.mp4")
            let film = try await HTTP("https://example.com/films/7").download(to: file, config: config).response()
            print(film.url, film.length, film.resumedAt)
            #expect(try Data(contentsOf: file) == Data("a\nb\nc\n".utf8) && film.url == file)
        }
    }

    @Test func intoAFolder() async throws {
        try await withFolder { folder in
            let connection = Connection.download(GetFilm(id: 7), into: folder, config: config)
            let film = try await connection.response()
            #expect(film.url == folder.appending(component: "film.mp4"))
        }
    }

    @Test func aDownloadThatSurvives() async throws {
        let connector = ScriptedConnector(
            .failure(TransportError(.noResponse)), .response(.text("x")))
        let clock = ManualClock()
        let config = ConnectionConfig(connector: connector, clock: clock)
        try await withFolder { folder in
            let file = folder.appending(component: "film.mp4")
            async let waiting: Void = {
                await clock.waitForSleepers()
                clock.advance(by: .seconds(1))
            }()
            let film = try await HTTP("https://example.com/films/7").download(to: file, config: config)
                .addPolicy(Persistent())
                .response()
            await waiting
            #expect(film.length == 1)
        }
    }

    @Test func upFromAFile() async throws {
        let echo = MockConnector { request in
            Response(
                statusCode: 200, data: Data("\(request.headers[.contentType] ?? "") \(request.body?.length ?? 0)".utf8))
        }
        let config = ConnectionConfig(connector: echo)
        try await withFolder { folder in
            let file = folder.appending(component: "film.mp4")
            try Data(count: 1000).write(to: file)
            let answer = try await HTTP("https://example.com/films/7").method(.put).upload(from: file)
                .asString(config: config)
                .response()
            #expect(answer == "video/mp4 1000")
        }
        let chunks = AsyncStream<Data> { $0.finish() }
        let answer = try await HTTP("https://example.com/").method(.put).upload(from: chunks, length: 1000)
            .asString(config: config).response()
        #expect(answer == "application/octet-stream 1000")
    }

    @Test func aBar() async throws {
        try await withFolder { folder in
            let file = folder.appending(component: "film.mp4")
            let connection = HTTP("https://example.com/films/7").download(to: file, config: config)
            let progress = connection.progress
            let bar = Task { for await step in progress { print(step.fraction ?? 0) } }
            let film = try await connection.response()
            #expect(film.length == 6)
            await bar.value
        }
    }

    @Test func limits() async {
        var config = config
        config.limits.download = TransferLimits.Limit(maximumBytes: 1 << 30, bytesPerSecond: 500_000)
        config.limits.upload = TransferLimits.Limit(maximumBytes: 10 << 20)
        config.limits.download.maximumBytes = 5
        let tooLarge = config

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("https://example.com/").asData(config: tooLarge).response()
        }
        #expect(error?.type == .bodyTooLarge)
    }

    @Test func aBodyThatASpecReads() async throws {
        #expect(try await Connection(CountLines(), config: config).response() == 3)
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            component: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
}
