import Foundation

/// What is done, how often, and how much of it at once.
struct Scenario: Sendable {
    let inFlight: Int
    let count: Int
    let perform: @Sendable (any Client) async throws -> Void

    /// - Parameters:
    ///   - server: The URL of the server, without a path.
    ///   - uploads: Where the file to upload is.
    init?(_ name: String, _ server: String, _ uploads: URL, count: Int) {
        self.count = count
        switch name {
        case "json":
            inFlight = 1
            perform = { client in
                guard try await client.songs(server + "/songs.json").count == Self.songs.count else {
                    throw Unexpected("other songs")
                }
            }
        case "direct":
            inFlight = 1
            perform = { client in
                guard try await client.countSongs(server + "/songs.json") == Self.songs.count else {
                    throw Unexpected("other songs")
                }
            }
        case "download":
            inFlight = 1
            perform = { client in
                guard try await client.download(server + "/64m") == 64 << 20 else { throw Unexpected("not 64 MiB") }
            }
        case "upload":
            inFlight = 1
            perform = { client in
                try await client.upload(uploads.appending(path: "64m"), length: 64 << 20, to: server + "/sent/64m")
            }
        default:
            guard let inFlight = Int(name) else { return nil }
            self.inFlight = inFlight
            perform = { client in
                guard try await client.get(server + "/1k") == 1_024 else { throw Unexpected("not 1 KiB") }
            }
        }
    }

    /// 64 KiB of JSON.
    static let songs: [Song] = (0..<640).map { number in
        Song(id: number, title: "A song with the number \(number)", artist: "Somebody", seconds: 180.5, isLive: false)
    }
}
