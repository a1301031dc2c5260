import Foundation

/// A source of bytes that the reader pulls chunk by chunk. A reader that does not pull applies back-pressure.
///
/// For your own connector, write a class that conforms to this protocol and pass it to ``ResponseBody``. If the source
/// is released before its end, the rest of the body is not needed.
///
/// ```swift
/// final class Zeros: ChunkSource {
///     func next() async throws -> Data? { Data(count: 4_096) }
/// }
/// let body = ResponseBody(Zeros())
/// ```
public protocol ChunkSource: AnyObject, Sendable {
    /// Returns the next chunk, or nil at the end. It is not called again until it returns.
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

    init(_ url: URL) throws(InvalidRequest) {
        guard let handle = try? FileHandle(forReadingFrom: url) else { throw .missingFile(path: url.path) }
        file = LockedValue(handle)
    }

    func next() async throws -> Data? {
        let chunk = try file.withLock { try $0.read(upToCount: 65_536) }
        return chunk?.isEmpty == false ? chunk : nil
    }
}
