import Foundation

/// Bytes that are pulled chunk by chunk; not pulling is back-pressure.
///
/// Connectors of your own conform a class to it and give it to ``ResponseBody``. Releasing the source before its end
/// means that the rest is not wanted.
public protocol ChunkSource: AnyObject, Sendable {
    /// The next chunk, or nil at the end. It is not called again before it has returned.
    func next() async throws -> Data?
}

/// One chunk.
final class DataSource: ChunkSource {
    private let rest: LockedValue<Data?>

    init(_ data: Data) {
        rest = LockedValue(data.isEmpty ? nil : data)
    }

    func next() async throws -> Data? {
        rest.withLock { rest in
            defer { rest = nil }
            return rest
        }
    }
}

/// A file, read in chunks of 64 KiB.
final class FileSource: ChunkSource {
    private let file: LockedValue<FileHandle>

    init(_ url: URL) throws {
        let handle = try FileHandle(forReadingFrom: url)
        file = LockedValue(handle)
    }

    func next() async throws -> Data? {
        let chunk = try file.withLock { try $0.read(upToCount: 65_536) }
        return chunk?.isEmpty == false ? chunk : nil
    }
}
