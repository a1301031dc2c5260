import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Downloads that are cut off and resumed.
@Suite(.tags(.threadSanitizer, .libcurl), .timeLimit(.minutes(5))) struct DownloadTests {
    static let url = "https://example.com/files/film.mp4"
    private let http = HTTP(Self.url)

    @Test func repeatedlyTruncatedDownloadIsComplete() async throws {
        let file = ServedFile(data: ServedFile.random(1_000_000))
        let moments = (0..<20).map { _ in Int.random(in: 1..<45_000) }

        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "film.mp4")
            var ranges: [String?] = []
            for cut in moments {
                let connector = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: cut)) }
                let error = await failure(of: http.download(to: target, config: .over(connector)))
                #expect(error?.type == .network && error?.underlying is Broken)
                #expect(try names(in: folder) == [".film.mp4.part", ".film.mp4.part.json"])
                ranges += connector.requests.map { $0.headers["Range"] }
            }
            let connector = ScriptedConnector { _, request in .stream(file.stream(to: request)) }
            let downloaded = try await http.download(to: target, config: .over(connector)).response()

            let offsets = moments.indices.map { moments[..<$0].reduce(0, +) }
            #expect(ranges == offsets.map { $0 == 0 ? nil : "bytes=\($0)-" })
            #expect(downloaded.resumedAt == moments.reduce(0, +) && downloaded.length == 1_000_000)
            #expect(downloaded.response.statusCode == 206 && downloaded.url == target)
            #expect(try Data(contentsOf: target) == file.data)
            #expect(try names(in: folder) == ["film.mp4"])
        }
    }

    @Test func aDownloadOverRealSocketsIsResumedByRecovery() async throws {
        let file = ServedFile(data: ServedFile.random(3_000_000))
        let cuts = LockedValue([700_000, 1, 1_500_000])
        let server = try LoopbackServer { request in
            file.answer(to: request, cutAfter: cuts.withLock { $0.isEmpty ? nil : $0.removeFirst() })
        }
        let config = ConnectionConfig(connector: TestConnector.make())

        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "film.mp4")
            let downloaded = try await HTTP(server.url + "/film").download(to: target, config: config)
                .addPolicy(Recovering(.restart(), .restart(), .restart()))
                .response()

            #expect(try Data(contentsOf: target) == file.data)
            #expect(downloaded.length == 3_000_000 && downloaded.resumedAt > 0)
            #expect(server.requests.count == 4)
            let asked = server.requests.map { $0.headers["If-Range"] }
            #expect(asked == [nil, "\"v1\"", "\"v1\"", "\"v1\""])
            #expect(server.requests.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
        }
    }

    /// The bytes that have arrived are private. The complete file has the permissions of any other file.
    @Test func completeFileHasTheUsualPermissions() async throws {
        let file = ServedFile(data: ServedFile.random(1_000))
        let connector = ScriptedConnector { _, request in .stream(file.stream(to: request)) }

        try await withTemporaryFolder { folder in
            let (usual, kept) = (folder.appending(component: "usual"), folder.appending(component: "kept"))
            close(open(usual.path, O_CREAT | O_WRONLY, 0o644))
            try Data().write(to: kept)
            chmod(kept.path, 0o640)
            let new = folder.appending(component: "new")
            for target in [new, kept] { _ = try await http.download(to: target, config: .over(connector)).response() }
            let inFolder = try await http.download(into: folder, config: .over(connector)).response().url

            #expect([new, inFolder].map { mode(of: $0) } == [mode(of: usual), mode(of: usual)])
            #expect(mode(of: kept) == 0o640)
            #expect(try names(in: folder) == ["film.mp4", "kept", "new", "usual"])
        }
    }

    @Test func fileThatCannotBePlacedStaysPrivate() async throws {
        let file = ServedFile(data: ServedFile.random(1_000))
        let connector = ScriptedConnector { _, request in .stream(file.stream(to: request)) }

        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            try FileManager.default.createDirectory(
                at: target.appending(component: "b"), withIntermediateDirectories: true)
            let error = await failure(of: http.download(to: target, config: .over(connector)))

            #expect(error != nil)
            #expect(mode(of: folder.appending(component: ".a.part")) == 0o600)
        }
    }

    @Test func anotherProcessResumesTheDownload() async throws {
        try await withTemporaryFolder { folder in
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                [path = folder.path as String] in
                let file = ServedFile(data: ServedFile.random(50_000))
                let connector = ScriptedConnector { _, request in
                    .stream(file.stream(to: request, cutAfter: 20_000))
                }
                let target = URL(filePath: path).appending(component: "a")
                let error = await failure(
                    of: HTTP(DownloadTests.url).download(to: target, config: .over(connector)))
                check(error?.type == .network, "\(String(describing: error))")
            }
            #expect(child?.complaint == nil)

            let file = ServedFile(data: ServedFile.random(50_000))
            let connector = ScriptedConnector { _, request in .stream(file.stream(to: request)) }
            let target = folder.appending(component: "a")
            let downloaded = try await http.download(to: target, config: .over(connector)).response()

            #expect(downloaded.resumedAt == 20_000)
            #expect(try Data(contentsOf: target) == file.data)
        }
    }

    @Test(arguments: ["bytes 0-99/*", "bytes 5-99/100", "bytes 0-99/200"])
    func unsolicitedPartIsAnError(range: String) async throws {
        try await withTemporaryFolder { folder in
            let part = Response(statusCode: 206, headers: ["Content-Range": range], data: Data(count: 100))
            let connector = ScriptedConnector(.response(part))
            let error = await failure(of: http.download(to: folder.appending(component: "a"), config: .over(connector)))

            #expect(error?.underlying is DownloadError)
            let left = try names(in: folder)
            #expect(!left.contains("a"))
            #expect(connector.requests.count == 1)
        }
    }

    @Test(arguments: [204, 205])
    func responseWithoutContentKeepsTheExistingFile(statusCode: Int) async throws {
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            try Data("old".utf8).write(to: target)
            let connector = ScriptedConnector(.response(Response(statusCode: statusCode)))
            let error = await failure(of: http.download(to: target, config: .over(connector)))

            #expect(error?.underlying as? DownloadError == .noContent)
            #expect(try Data(contentsOf: target) == Data("old".utf8))
        }
    }

    @Test func longestFileNameCanBeResumed() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: String(repeating: "b", count: 255))
            let connector = ScriptedConnector { number, request in
                .stream(file.stream(to: request, cutAfter: number == 1 ? 4_000 : nil))
            }
            _ = await failure(of: http.download(to: target, config: .over(connector)))
            let downloaded = try await http.download(to: target, config: .over(connector)).response()

            #expect(downloaded.resumedAt == 4_000)
            #expect(try names(in: folder) == [target.lastPathComponent])
        }
    }

    @Test func aLinkInPlaceOfThePartIsNotFollowed() async throws {
        try await withTemporaryFolder { folder in
            let victim = folder.appending(component: "victim")
            try Data("precious".utf8).write(to: victim)
            try FileManager.default.createSymbolicLink(
                at: folder.appending(component: ".a.part"), withDestinationURL: victim)
            let connector = ScriptedConnector(.response(.text("x")))
            let error = await failure(of: http.download(to: folder.appending(component: "a"), config: .over(connector)))

            #expect((error?.underlying as? POSIXError)?.code == .ELOOP)
            #expect(try Data(contentsOf: victim) == Data("precious".utf8))
        }
    }

    @Test func existingFileStaysUntilTheNewOneIsComplete() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let target = folder.appending(component: "a")
            try Data("old".utf8).write(to: target)
            let cut = ScriptedConnector { _, request in .stream(file.stream(to: request, cutAfter: 4_000)) }
            _ = await failure(of: http.download(to: target, config: .over(cut)))
            #expect(try Data(contentsOf: target) == Data("old".utf8))

            let whole = ScriptedConnector { _, request in .stream(file.stream(to: request)) }
            _ = try await http.download(to: target, config: .over(whole)).response()
            #expect(try Data(contentsOf: target) == file.data)
        }
    }

    @Test func silentlyTruncatedBodyPlacesNoFile() async throws {
        let short = ResponseStream(
            statusCode: 200, headers: ["Content-Length": "10", "ETag": "\"v1\""], body: ResponseBody(Data(count: 7)))
        try await withTemporaryFolder { folder in
            let connector = ScriptedConnector(.stream(short))
            let error = await failure(of: http.download(to: folder.appending(component: "a"), config: .over(connector)))

            #expect(error?.underlying as? DownloadError == .incomplete(length: 7, of: 10))
            let left = try names(in: folder)
            #expect(left == [".a.part", ".a.part.json"])
        }
    }

    @Test func rejectedResponseWritesNoFile() async throws {
        try await withTemporaryFolder { folder in
            let connector = ScriptedConnector(.response(.text("gone", statusCode: 404)))
            let error = await failure(of: http.download(to: folder.appending(component: "a"), config: .over(connector)))

            #expect(error?.type == .invalidResponse && error?.response?.text == "gone")
            let left = try names(in: folder)
            #expect(left == [])
        }
    }

    @Test func missingFolderIsReported() async {
        let connector = ScriptedConnector(.response(.text("x")))
        let error = await failure(of: http.download(to: URL(filePath: "/nowhere/at/all"), config: .over(connector)))

        #expect(error?.type == .fileSystem)
        #expect(error?.underlying as? DownloadError == .missingFolder(path: "/nowhere/at"))
        #expect(connector.requests.isEmpty)
    }

    @Test func aFileIsNoFolder() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(component: "file")
            try Data().write(to: file)
            let connector = ScriptedConnector(.response(.text("x")))

            let error = await failure(of: http.download(into: file, config: .over(connector)))

            #expect(error?.underlying as? DownloadError == .missingFolder(path: file.path))
            #expect(connector.requests.isEmpty)
        }
    }

    @Test func unwritableFolderIsReported() async throws {
        let connector = ScriptedConnector(.response(.text("x")))

        let error = await failure(of: http.download(to: URL(filePath: "/proc/a"), config: .over(connector)))

        #expect(error?.type == .fileSystem && error?.underlying is POSIXError)
        #expect(error?.response?.statusCode == 200)
    }

    @Test func aFileThatAnotherProcessWritesIsLeftAlone() async throws {
        try await withTemporaryFolder { folder in
            let other = try #require(try LockedFile(folder.appending(component: ".a.part")))
            let connector = ScriptedConnector(.response(.text("x")))
            let error = await failure(of: http.download(to: folder.appending(component: "a"), config: .over(connector)))

            let path = folder.appending(component: ".a.part").path
            #expect(error?.underlying as? DownloadError == .inUse(path: path))
            withExtendedLifetime(other) {}
        }
    }

    @Test func aLaterDownloadTakesTheFileOver() async throws {
        try await withTemporaryFolder { folder in
            let (target, gate) = (folder.appending(component: "a"), Promise<Void>())
            let chunks = AsyncStream<Data> { continuation in
                continuation.yield(Data("old".utf8))
                Task {
                    await gate.value()
                    continuation.yield(Data("old".utf8))
                    continuation.finish()
                }
            }
            let slow = ScriptedConnector(.stream(ResponseStream(statusCode: 200, body: ResponseBody(chunks))))
            let first = http.download(to: target, config: .over(slow)).start()
            let part = folder.appending(component: ".a.part")
            try await until { try names(in: folder).contains(".a.part") && Data(contentsOf: part).count == 3 }

            let fast = ScriptedConnector(.response(.text("new")))
            _ = try await http.download(to: target, config: .over(fast)).response()
            gate.fulfill(())
            let error = await failure(of: first)

            #expect(error?.underlying as? DownloadError == .takenOver(path: part.path))
            #expect(try Data(contentsOf: target) == Data("new".utf8))
        }
    }
}
