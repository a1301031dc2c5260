import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A body is written to a file while it arrives, with a progress bar.
enum DownloadSection: Section {
    static let name = "download"
    static let summary = "A body of 8 MiB is downloaded to a file with progress, without loading all of it into memory"

    static func run(on stage: Stage) async throws {
        let size = 8 << 20
        let server = try LoopbackServer { _ in
            LoopbackResponse(data: Data(count: size)).throttled(to: size / 4, per: .milliseconds(20))
        }
        let file = FileManager.default.temporaryDirectory.appending(component: "tour-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let bar = ProgressBar(.download, on: stage)

        stage.code()
        let stream = try await HTTP(server.url + "/film").asStream()
            .addOnProgress { bar.show($0) }
            .response()
        let output = try FileHandle(forWritingTo: file)
        for try await chunk in stream.body { try output.write(contentsOf: chunk) }

        try output.close()

        stage.expect("Bytes in the file", try Data(contentsOf: file).count, is: size)
        stage.expect(
            "The final progress", bar.last, is: TransferProgress(direction: .download, bytes: size, total: size))
    }
}
