import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A file is sent as it is read, with a progress bar.
enum UploadSection: Section {
    static let name = "upload"
    static let summary = "A file of 8 MiB is uploaded with progress, without loading all of it into memory"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer(keptBodyBytes: 0) { request in .text("\(request.bodyLength)") }
        let size = 8 << 20
        let file = FileManager.default.temporaryDirectory.appending(component: "tour-\(UUID().uuidString)")
        try Data(count: size).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let bar = ProgressBar(.upload, on: stage)

        stage.code()
        let text = try await HTTP(server.url + "/film").method(.put).body(try .file(file)).asString()
            .addOnProgress { bar.show($0) }
            .response()

        stage.expect("Bytes the server received", Int(text), is: size)
        stage.expect("The final progress", bar.last, is: TransferProgress(direction: .upload, bytes: size, total: size))
    }
}
