import Foundation

/// A request body has more or fewer bytes than it declared. It is the underlying error of the attempt, which is
/// aborted.
///
/// Otherwise, the server would wait for bytes that never arrive, or read the rest as the next request.
public struct BodyLengthMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The declared length, in bytes.
    public let declared: Int
    /// The number of bytes. If it is larger than ``declared``, there can be even more.
    public let actual: Int

    /// Creates an error.
    public init(declared: Int, actual: Int) {
        self.declared = declared
        self.actual = actual
    }

    /// Both lengths.
    public var description: String {
        actual < declared
            ? "the body ended after \(actual) bytes and had said \(declared)"
            : "the body has at least \(actual) bytes and had said \(declared)"
    }
}

/// Counts the bytes of a body that declares its length.
package struct BodyMeasure: Sendable {
    private let declared: Int
    private var count = 0

    package init(declared: Int) {
        self.declared = declared
    }

    /// Whether all declared bytes were counted.
    package var isComplete: Bool { count == declared }

    /// Notes the bytes of the next chunk, or nil for the end. Throws ``BodyLengthMismatch`` for a chunk that is too
    /// long, and for an end that is too early.
    package mutating func note(_ byteCount: Int?) throws(BodyLengthMismatch) {
        count += byteCount ?? 0
        guard count <= declared, byteCount != nil || count == declared else {
            throw BodyLengthMismatch(declared: declared, actual: count)
        }
    }
}

/// Passes on the chunks of a source that declares its length.
package final class MeasuredSource: ChunkSource {
    private struct State {
        var measure: BodyMeasure
        var hasEnded = false

        /// Returns whether the bytes are complete and only the end may follow.
        mutating func note(_ chunk: Data?) throws(BodyLengthMismatch) -> Bool {
            try measure.note(chunk?.count)
            hasEnded = chunk == nil
            return measure.isComplete && !hasEnded
        }
    }

    private let source: any ChunkSource
    private let state: LockedValue<State>

    package init(_ source: any ChunkSource, declared: Int) {
        self.source = source
        state = LockedValue(State(measure: BodyMeasure(declared: declared)))
    }

    /// Throws ``BodyLengthMismatch`` instead of returning excess bytes, or at an end that is too early.
    ///
    /// Returns the last chunk only after the source has ended. Its reader may stop at the declared length, so it would
    /// not notice that the source goes on.
    package func next() async throws -> Data? {
        guard !state.withLock(\.hasEnded) else { return nil }
        let chunk = try await source.next()
        guard try note(chunk) else { return chunk }
        while try await note(source.next()) {}
        return chunk
    }

    private func note(_ chunk: Data?) throws(BodyLengthMismatch) -> Bool {
        try state.withLock { state throws(BodyLengthMismatch) in try state.note(chunk) }
    }
}
