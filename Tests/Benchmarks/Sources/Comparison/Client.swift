import Foundation

/// One of those that are compared.
protocol Client: Sendable {
    /// The whole body of a response, its length in bytes.
    func get(_ url: String) async throws -> Int
    /// The songs of a response in JSON.
    func songs(_ url: String) async throws -> [Song]
    /// The number of songs of a response in JSON, which are read without `Codable` if the client can do that.
    func countSongs(_ url: String) async throws -> Int
    /// The bytes of a response as they arrive; returns their number.
    func download(_ url: String) async throws -> Int
    /// Sends a file of `length` bytes as it is read.
    func upload(_ file: URL, length: Int, to url: String) async throws
    func end() async throws
}

extension Client {
    func countSongs(_ url: String) async throws -> Int { try await songs(url).count }
}

struct Song: Codable, Sendable {
    var id: Int
    var title: String
    var artist: String
    var seconds: Double
    var isLive: Bool
}

/// A response is not what the server has.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
