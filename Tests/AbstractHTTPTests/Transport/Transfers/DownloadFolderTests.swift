import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Downloads into a folder, under the name that the server gives.
@Suite(.tags(.threadSanitizer)) struct DownloadFolderTests {
    @Test(arguments: [
        ("/files/film.mp4", nil, "film.mp4"), ("/files/film.mp4", "attachment; filename=\"a b.txt\"", "a b.txt"),
        ("/", nil, "download"), ("/a/..%2F..%2Fetc%2Fpasswd", nil, "passwd"),
        ("/a", "attachment; filename=\"../../etc/passwd\"", "passwd"),
        ("/a", "attachment; filename*=UTF-8''..%2F%E2%82%AC.txt", "€.txt"),
        ("/a", "attachment; filename=\"..\"", "a"), ("/a", "attachment; filename=\"C:\\\\b\\\\c.txt\"", "c.txt"),
        ("/a", "attachment; filename=\".bashrc\"", "bashrc"),
        ("/a", "attachment; filename=\". .x.part.json\"", "x.part.json"),
        // A joiner or an accent after a slash or a dot forms one character with it.
        ("/a", "attachment; filename*=UTF-8''%2F%E2%80%8D..%2F%E2%80%8D..%2F%E2%80%8Dreal", "real"),
        ("/q%2F%E2%80%8D..%2F%E2%80%8D..%2Freal", nil, "real"),
        ("/a", "attachment; filename*=UTF-8''sub%2F%CC%81x", "\u{301}x"),
        ("/a", "attachment; filename*=UTF-8''.%CC%81rc", "\u{301}rc"),
        ("/a", "attachment; filename*=UTF-8''a%5C%E2%80%8Db", "b"),
        ("/a", "attachment; filename*=UTF-8''%2F%E2%80%8D..", "a"),
        ("/a", "attachment; filename=\"/\"", "a"), ("/..", nil, "download"),
    ])
    func serverFileNameStaysInsideTheFolder(path: String, disposition: String?, name: String) async throws {
        try await withTemporaryFolder { parent in
            let folder = parent.appending(component: "inner")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            var response = Response.text("x")
            if let disposition { response.headers["Content-Disposition"] = disposition }
            let connector = MockConnector { [response] _ in response }

            let file = try await HTTP("https://example.com\(path)").download(into: folder, config: .over(connector))
                .response()

            #expect(file.url.lastPathComponent == name)
            #expect(try names(in: folder) == [name])
            #expect(try names(in: parent) == ["inner"])
        }
    }

    @Test func takenFileNameGetsANumber() async throws {
        try await withTemporaryFolder { folder in
            try Data("old".utf8).write(to: folder.appending(component: "a.tar.gz"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(component: "a.tar 2.gz").path, withDestinationPath: "/nowhere")
            let http = HTTP("https://example.com/a.tar.gz")
            let config = ConnectionConfig.over(MockConnector { _ in .text("new") })

            let first = try await http.download(into: folder, config: config).response()
            let second = try await http.download(into: folder, config: config).response()

            #expect(first.url.lastPathComponent == "a.tar 3.gz" && second.url.lastPathComponent == "a.tar 4.gz")
            #expect(try Data(contentsOf: folder.appending(component: "a.tar.gz")) == Data("old".utf8))
            #expect(try Data(contentsOf: second.url) == Data("new".utf8))
        }
    }

    @Test func parallelDownloadsGetUniqueNames() async throws {
        try await withTemporaryFolder { folder in
            let headers: HTTPHeaders = ["Content-Disposition": "attachment; filename=\"x.txt\""]
            let connector = MockConnector { request in
                Response(statusCode: 200, headers: headers, data: Data(request.url.path().utf8))
            }

            let urls = try await withThrowingTaskGroup(of: URL.self) { group in
                for number in 0..<100 {
                    let http = HTTP("https://example.com/\(number)")
                    group.addTask {
                        try await http.download(into: folder, config: .over(connector)).response().url
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(Set(urls).count == 100)
            #expect(Set(try urls.map { try Data(contentsOf: $0) }).count == 100)
            #expect(try names(in: folder).count == 100)
        }
    }

    @Test func longestFileNameCanGetANumber() async throws {
        try await withTemporaryFolder { folder in
            let name = String(repeating: "a", count: 251) + ".txt"
            let headers: HTTPHeaders = ["Content-Disposition": "attachment; filename=\"\(name)\""]
            let http = HTTP("https://example.com/a")
            let config = ConnectionConfig.over(MockConnector { _ in Response(statusCode: 200, headers: headers) })

            let first = try await http.download(into: folder, config: config).response()
            let second = try await http.download(into: folder, config: config).response()

            #expect(first.url.lastPathComponent == name)
            #expect(second.url.lastPathComponent == String(repeating: "a", count: 249) + " 2.txt")
        }
    }

    @Test func truncatedDownloadIsResumed() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let connector = ScriptedConnector { number, request in
                .stream(file.stream(to: request, cutAfter: number == 1 ? 4_000 : nil))
            }
            let http = HTTP("https://example.com/a?token=secret")
            let config = ConnectionConfig.over(connector)

            _ = await failure(of: http.download(into: folder, config: config))
            #expect(try names(in: folder).allSatisfy { !$0.contains("secret") })
            let downloaded = try await http.download(into: folder, config: config).response()

            #expect(downloaded.resumedAt == 4_000 && downloaded.url.lastPathComponent == "a")
            #expect(try Data(contentsOf: downloaded.url) == file.data)
            #expect(try names(in: folder) == ["a"])
        }
    }

    @Test func aPathOnAnotherBaseURLIsAnotherFile() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let connector = ScriptedConnector { number, request in
                .stream(file.stream(to: request, cutAfter: number == 1 ? 4_000 : nil))
            }
            var config = ConnectionConfig.over(connector)
            config.baseURL = "https://one.example.com"
            _ = await failure(of: HTTP("/a").download(into: folder, config: config))
            config.baseURL = "https://two.example.com"

            let downloaded = try await HTTP("/a").download(into: folder, config: config).response()

            #expect(downloaded.resumedAt == 0)
            #expect(connector.requests.last?.headers["Range"] == nil)
        }
    }
}
