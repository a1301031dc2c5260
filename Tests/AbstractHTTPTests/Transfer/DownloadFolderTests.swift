import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// Downloads into a folder, under the name that the server gives.
@Suite struct DownloadFolderTests {
    @Test(arguments: [
        ("/files/film.mp4", nil, "film.mp4"), ("/files/film.mp4", "attachment; filename=\"a b.txt\"", "a b.txt"),
        ("/", nil, "download"), ("/a/..%2F..%2Fetc%2Fpasswd", nil, "passwd"),
        ("/a", "attachment; filename=\"../../etc/passwd\"", "passwd"),
        ("/a", "attachment; filename*=UTF-8''..%2F%E2%82%AC.txt", "€.txt"),
        ("/a", "attachment; filename=\"..\"", "a"), ("/a", "attachment; filename=\"C:\\\\b\\\\c.txt\"", "c.txt"),
        ("/a", "attachment; filename=\"/\"", "a"), ("/..", nil, "download"),
    ])
    func theNameIsTheServersAndLeadsNowhere(path: String, disposition: String?, name: String) async throws {
        try await withTemporaryFolder { parent in
            let folder = parent.appending(component: "inner")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            var response = Response.text("x")
            if let disposition { response.headers["Content-Disposition"] = disposition }
            let connector = MockConnector { [response] _ in response }

            let file = try await HTTP("https://example.com\(path)").config(.over(connector)).download(into: folder)
                .response()

            #expect(file.url.lastPathComponent == name)
            #expect(try names(in: folder) == [name])
            #expect(try names(in: parent) == ["inner"])
        }
    }

    @Test func aNameThatIsTakenGetsANumber() async throws {
        try await withTemporaryFolder { folder in
            try Data("old".utf8).write(to: folder.appending(component: "a.tar.gz"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(component: "a.tar 2.gz").path, withDestinationPath: "/nowhere")
            let http = HTTP("https://example.com/a.tar.gz").config(.over(MockConnector { _ in .text("new") }))

            let first = try await http.download(into: folder).response()
            let second = try await http.download(into: folder).response()

            #expect(first.url.lastPathComponent == "a.tar 3.gz" && second.url.lastPathComponent == "a.tar 4.gz")
            #expect(try Data(contentsOf: folder.appending(component: "a.tar.gz")) == Data("old".utf8))
            #expect(try Data(contentsOf: second.url) == Data("new".utf8))
        }
    }

    @Test func whatWasCutOffIsFoundAgain() async throws {
        let file = ServedFile(data: ServedFile.random(10_000))
        try await withTemporaryFolder { folder in
            let connector = ScriptedConnector { number, request in
                .stream(file.stream(to: request, cutAfter: number == 1 ? 4_000 : nil))
            }
            let http = HTTP("https://example.com/a?token=secret").config(.over(connector))

            _ = await failure(of: http.download(into: folder))
            #expect(try names(in: folder).allSatisfy { !$0.contains("secret") })
            let downloaded = try await http.download(into: folder).response()

            #expect(downloaded.resumedAt == 4_000 && downloaded.url.lastPathComponent == "a")
            #expect(try Data(contentsOf: downloaded.url) == file.data)
            #expect(try names(in: folder) == ["a"])
        }
    }
}
