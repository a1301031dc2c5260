import Foundation

/// A request's body has more or fewer bytes than it said: the underlying error of the attempt, which is cut off.
///
/// Sent as it is, the server would wait for bytes that never come, or take the rest for the next request.
public struct BodyLengthMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The length that the body said, in bytes.
    public let declared: Int
    /// How many bytes there are; when that is more than ``declared``, there may be even more.
    public let actual: Int

    /// Makes an error of both numbers.
    public init(declared: Int, actual: Int) {
        self.declared = declared
        self.actual = actual
    }

    /// Both numbers.
    public var description: String {
        actual < declared
            ? "the body ended after \(actual) bytes and had said \(declared)"
            : "the body has at least \(actual) bytes and had said \(declared)"
    }
}

/// Hands on the chunks of a source that said how long it is.
final class MeasuredSource: ChunkSource {
    private let source: any ChunkSource
    private let declared: Int
    private let count = Guarded(0)

    init(_ source: any ChunkSource, declared: Int) {
        self.source = source
        self.declared = declared
    }

    /// Throws ``BodyLengthMismatch`` in place of the first bytes that are too many, or at an end that is too early.
    func next() async throws -> Data? {
        let chunk = try await source.next()
        let actual = count.withLock { count in
            count += chunk?.count ?? 0
            return count
        }
        guard actual <= declared, chunk != nil || actual == declared else {
            throw BodyLengthMismatch(declared: declared, actual: actual)
        }
        return chunk
    }
}
