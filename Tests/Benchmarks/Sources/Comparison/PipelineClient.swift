import AbstractHTTP
import AbstractHTTPJSON
import Foundation

/// A connector through the whole pipeline.
struct PipelineClient: Client {
    let config: ConnectionConfig

    init(_ connector: any HTTPConnector) {
        config = ConnectionConfig(connector: connector)
    }

    func get(_ url: String) async throws -> Int { try await HTTP(url).asData(config: config).response().count }

    func songs(_ url: String) async throws -> [Song] {
        try await HTTP(url).asDecodable([Song].self, config: config).response()
    }

    func countSongs(_ url: String) async throws -> Int {
        try await HTTP(url).asDecodable([DirectSong].self, config: config).response().count
    }

    func download(_ url: String) async throws -> Int {
        var count = 0
        for try await chunk in try await HTTP(url).asStream(config: config).response().body { count += chunk.count }
        return count
    }

    func upload(_ file: URL, length: Int, to url: String) async throws {
        try await HTTP(url).method(.put).body(try .file(file)).asVoid(config: config).response()
    }

    func end() async throws {}
}

/// A ``Song`` that is read from the bytes of the response.
@JSONModel
private struct DirectSong: Sendable {
    var id: Int
    var title: String
    var artist: String
    var seconds: Double
    var isLive: Bool
}

/// A connector alone.
struct ConnectorClient: Client {
    let connector: any HTTPConnector

    private func stream(_ url: String) async throws -> ResponseStream {
        guard let url = URL(string: url) else { throw Unexpected("no URL") }
        return try await connector.execute(Request(url: url))
    }

    func get(_ url: String) async throws -> Int { try await download(url) }

    func songs(_ url: String) async throws -> [Song] {
        var data = Data()
        for try await chunk in try await stream(url).body { data.append(chunk) }
        return try JSONDecoder().decode([Song].self, from: data)
    }

    func download(_ url: String) async throws -> Int {
        var count = 0
        for try await chunk in try await stream(url).body { count += chunk.count }
        return count
    }

    func upload(_ file: URL, length: Int, to url: String) async throws {
        guard let url = URL(string: url) else { throw Unexpected("no URL") }
        let request = Request(url: url, method: .put, body: try .file(file))
        for try await _ in try await connector.execute(request).body {}
    }

    func end() async throws {}
}
