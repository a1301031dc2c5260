import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct UploadVideo: ConnectionSpec {
    typealias ResponseModel = String
    let form: MultipartForm
    var request: HTTP { HTTP("https://example.com/videos").method(.post).multipart(form) }
}

@Suite struct FormsPageTests {
    /// Answers with the type and the size of the body that it receives.
    let config = ConnectionConfig(
        connector: MockConnector { request in
            var size = 0
            if let body = request.body { for try await chunk in body { size += chunk.count } }
            let type = request.headers[.contentType] ?? ""
            return .text("\(type.prefix(19)) \(size == request.body?.length)")
        })

    @Test func aFormAsText() {
        let pairs: URLQuery = ["name": "Ada L.", "note": "1 + 1"]
        let text = pairs.encoded(by: FormURLEncoder())

        #expect(text == "name=Ada+L.&note=1+%2B+1")
        #expect(URLQuery(formEncoded: text) == pairs)
    }

    @Test func aFormWithFiles() async throws {
        let film = FileManager.default.temporaryDirectory.appending(component: "\(UUID().uuidString).mp4")
        let poster = Data([1, 2, 3])
        try Data(count: 100_000).write(to: film)
        defer { try? FileManager.default.removeItem(at: film) }

        var form = MultipartForm()
        form.add("title", "Holiday")
        try form.add("video", file: film)
        try form.add("poster", data: poster, fileName: "poster.png")
        let answer = try await HTTP("https://example.com/videos").method(.post).multipart(form)
            .asString(config: config)
            .response()

        #expect(answer == "multipart/form-data true")
        #expect(form.parts.map(\.contentType) == [nil, "video/mp4", "image/png"])
    }

    @Test func aPartThatIsAStream() async throws {
        let lines = AsyncStream { continuation in
            continuation.yield(Data("one line".utf8))
            continuation.finish()
        }
        var form = MultipartForm()
        form.add(try MultipartForm.Part(name: "log", body: .stream(replay: .multiple) { lines }, fileName: "today.txt"))

        let answer = try await Connection(UploadVideo(form: form), config: config).response()

        #expect(answer == "multipart/form-data false")
    }
}
