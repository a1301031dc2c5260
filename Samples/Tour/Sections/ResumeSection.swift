import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A download that is cut off, and goes on where it was.
enum ResumeSection: Section {
    static let name = "resume"
    static let summary = "An interrupted download resumes, and starts over if the file on the server changes"

    static func run(on stage: Stage) async throws {
        let film = LockedValue(
            Film(data: Data((0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 >> 8) }), tag: "\"v1\""))
        let cuts = LockedValue([1 << 20, 1 << 20])
        let server = try LoopbackServer { request in
            let answer = film.withLock { $0 }.answer(to: request)
            guard let cut = cuts.withLock({ $0.popLast() }) else { return answer }
            return answer.failing(.close, at: .responseBody, after: cut)
        }
        let folder = FileManager.default.temporaryDirectory.appending(component: "tour-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(component: "film.mp4")

        for number in 1...2 {
            do {
                _ = try await HTTP(server.url + "/film").download(to: file).response()
                stage.fail("download \(number) was not interrupted")
            } catch {
                stage.expect("The error of interrupted download \(number)", error.type, is: .network)
            }
        }
        let bar = ProgressBar(.download, on: stage)
        stage.code()
        let downloaded = try await HTTP(server.url + "/film").download(to: file).addOnProgress { bar.show($0) }
            .response()

        stage.expect("The download resumed after the first part", downloaded.resumedAt > 0, is: true)
        stage.expect(
            "Whether each request asked for a range", server.requests.map { $0.headers["Range"] != nil },
            is: [false, true, true])
        stage.expect(
            "The file is the same as on the server", try Data(contentsOf: file) == film.withLock(\.data), is: true)
        stage.expect(
            "Files in the folder", try FileManager.default.contentsOfDirectory(atPath: folder.path).count, is: 1)

        cuts.withLock { $0 = [1 << 20] }
        _ = try? await HTTP(server.url + "/film").download(to: file).response()
        film.withLock { $0 = Film(data: Data("a new cut".utf8), tag: "\"v2\"") }
        stage.code()
        let changed = try await HTTP(server.url + "/film").download(to: file).response()

        stage.expect("The first byte of the next download, after the file has changed", changed.resumedAt, is: 0)
        stage.expect(
            "The new contents of the file", String(decoding: try Data(contentsOf: file), as: UTF8.self), is: "a new cut"
        )
    }

    /// A file on the server.
    struct Film: Sendable {
        var data: Data
        var tag: String

        /// The whole, or the rest of the version that the client has.
        func answer(to request: LoopbackRequest) -> LoopbackResponse {
            var headers: HTTPHeaders = ["ETag": .init(tag)]
            guard request.headers["If-Range"] == tag, let range = request.headers["Range"],
                let start = Int(range.dropFirst("bytes=".count).dropLast())
            else { return LoopbackResponse(headers: headers, data: data) }
            headers["Content-Range"] = "bytes \(start)-\(data.count - 1)/\(data.count)"
            return LoopbackResponse(statusCode: 206, headers: headers, data: data[start...])
        }
    }
}
