import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A form with a file, sent as it is read.
enum MultipartSection: Section {
    static let name = "multipart"
    static let summary = "A form with a file of 4 MiB is streamed, with progress"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer(keptBodyBytes: 400) { request in .text("\(request.bodyLength)") }
        let file = FileManager.default.temporaryDirectory.appending(component: "tour-\(UUID().uuidString).mp4")
        try Data(count: 4 << 20).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        stage.code()
        var form = MultipartForm()
        form.add("title", "Tea at \"four\"")
        try form.add("film", file: file, fileName: "tea.mp4")

        let bar = ProgressBar(.upload, on: stage)

        stage.code()
        let text = try await HTTP(server.url + "/films").method(.post).multipart(form).asString()
            .addOnProgress { bar.show($0) }.response()

        stage.expect("Bytes the server received", Int(text), is: form.body.length)
        stage.expect("The upload is complete", bar.last?.fraction == 1, is: true)
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
        stage.expect("The body begins with these parts", kept.hasPrefix(head), is: true)
        for line in head.split(separator: "\r\n") { stage.say("  \(line)") }
    }
}
