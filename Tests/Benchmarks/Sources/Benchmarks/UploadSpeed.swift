import AbstractHTTP
import AbstractHTTPTesting
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// How fast a file is sent: by a bare URLSession, and by the connector, alone and as a part of a form, one after the
/// other.
enum UploadSpeed {
    static func run(mebibytes: Int, rounds: Int) async throws {
        let server = try LoopbackServer(keptBodyBytes: 0) { request in .text("\(request.bodyLength)") }
        guard let url = URL(string: server.url) else { fatalError("no URL") }
        let http = HTTP(server.url).method(.post)
        let config = ConnectionConfig(connector: DefaultHTTPConnector())
        let session = URLSession(configuration: .ephemeral)
        let file = FileManager.default.temporaryDirectory.appending(component: "Benchmarks-\(UUID().uuidString)")
        try Data(count: mebibytes << 20).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var form = MultipartForm()
        try form.add("film", file: file, fileName: "film.mp4")

        let sends: [@Sendable () async throws -> Void] = [
            { try await bareUpload(of: file, to: url, session) },
            { _ = try await http.upload(from: file).asString(config: config).response() },
            { [form] in _ = try await http.multipart(form).asString(config: config).response() },
        ]
        var speeds = sends.map { _ in [Double]() }
        for round in 0...rounds {
            for (index, send) in sends.enumerated() {
                let start = ContinuousClock.now
                try await send()
                let seconds = start.duration(to: .now) / .seconds(1)
                if round > 0 { speeds[index].append(Double(mebibytes) / seconds) }
            }
        }
        session.invalidateAndCancel()
        report(mebibytes, speeds)
    }

    private static func report(_ mebibytes: Int, _ speeds: [[Double]]) {
        print(
            "\nupload of a file of \(mebibytes) MiB, median of \(speeds[0].count) rounds, MiB/s, and ratio to the bare session"
        )
        let bare = median(speeds[0])
        for (name, speeds) in zip(["URLSession", "DefaultHTTPConnector", "the same in a form"], speeds) {
            let ratio = median(speeds) / bare
            print(
                name.padding(toLength: 40, withPad: " ", startingAt: 0),
                String(format: "%6.0f %6.1f x", median(speeds), ratio))
        }
    }

    private static func bareUpload(of file: URL, to url: URL, _ session: URLSession) async throws {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            session.uploadTask(with: request, fromFile: file) { _, _, error in
                continuation.resume(with: error.map(Result.failure) ?? .success(()))
            }.resume()
        }
    }
}
