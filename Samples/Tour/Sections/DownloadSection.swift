import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A body is written to a file while it arrives, with a progress bar.
enum DownloadSection: Section {
    static let name = "download"
    static let summary = "a body of 8 MiB comes down into a file, never whole in memory, with a bar"

    static func run(on stage: Stage) async throws {
        let size = 8 << 20
        let server = try LoopbackServer { _ in
            LoopbackResponse(data: Data(count: size)).throttled(to: size / 4, per: .milliseconds(20))
        }
        let file = FileManager.default.temporaryDirectory.appending(component: "tour-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let bar = ProgressBar(.download, on: stage)

        let stream = try await HTTP(server.url + "/film").asStream()
            .addOnProgress { bar.note($0) }
            .response()
        let output = try FileHandle(forWritingTo: file)
        for try await chunk in stream.body { try output.write(contentsOf: chunk) }
        try output.close()

        stage.expect("the file has", try Data(contentsOf: file).count, is: size)
        stage.expect(
            "the last progress", bar.last, is: TransferProgress(direction: .download, bytes: size, total: size))
    }
}
