import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A form with a file, sent as it is read.
enum MultipartSection: Section {
    static let name = "multipart"
    static let summary = "a form with a file of 4 MiB goes up part by part, with a bar"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer(keptBodyBytes: 400) { request in .text("\(request.bodyLength)") }
        let file = FileManager.default.temporaryDirectory.appending(component: "tour-\(UUID().uuidString).mp4")
        try Data(count: 4 << 20).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var form = MultipartForm()
        form.add("title", "Tea at \"four\"")
        try form.add("film", file: file, fileName: "tea.mp4")
        let bar = ProgressBar(.upload, on: stage)

        let text = try await HTTP(server.url + "/films").httpMethod(.post).multipart(form).asString()
            .addOnProgress { bar.note($0) }.response()

        stage.expect("the server counted", text, is: "\(form.body.length ?? 0)")
        stage.expect("the last progress", bar.last?.fraction, is: 1)
        let kept = String(decoding: server.requests[0].body, as: UTF8.self)
        let head = """
            --\(form.boundary)\r
            Content-Disposition: form-data; name="title"\r
            \r
            Tea at "four"\r
            --\(form.boundary)\r
            Content-Disposition: form-data; name="film"; filename="tea.mp4"\r
            Content-Type: video/mp4\r
            \r

            """
        stage.expect("the server got", String(kept.prefix(head.count)), is: head)
    }
}
