import Foundation

/// The part of a body that has arrived but has not been read yet. Bytes over a limit go to a file, so that memory stays
/// bounded even if the sender cannot be slowed down.
///
/// One side appends, one call at a time, and the other side reads.
final class BodyBuffer: Sendable {
    /// What happens to bytes over the limit.
    enum Surplus: Sendable {
        /// The surplus goes to a file.
        case spooled
        /// The sender must pause until no more than half of the limit is left. `onChange` is called after each change
        /// of ``BodyBuffer/isPaused``. Calls may overtake each other, so it must read the current value.
        case refused(onChange: @Sendable (BodyBuffer) -> Void)
    }

    private struct State {
        var chunks = ChunkQueue()
        /// The part of the file that has not been read yet.
        var spooled = 0..<0
        var end: Result<Void, any Error>?
        var reader: Promise<Void>?
        var isReading = false
        var isPaused = false

        mutating func takeChunk(_ limit: Int) -> Step? {
            guard let chunk = chunks.popFirst() else { return nil }
            let resumes = isPaused && chunks.byteCount <= limit / 2
            if resumes { isPaused = false }
            return .chunk(chunk, resumes: resumes)
        }
    }

    private enum Step {
        case chunk(Data, resumes: Bool)
        case file(SpoolFile, Range<Int>)
        case end(Result<Void, any Error>)
        case wait(Promise<Void>)
    }

    private let limit: Int
    private let surplus: Surplus
    private let state = LockedValue(State())
    private let file = LockedValue<SpoolFile?>(nil)

    /// - Parameter limit: How many bytes are kept in memory.
    init(limit: Int, surplus: Surplus = .spooled) {
        self.limit = limit
        self.surplus = surplus
    }

    /// Whether nothing more will be appended.
    var isEnded: Bool { state.withLock { $0.end != nil } }

    /// Whether the sender must pause.
    var isPaused: Bool { state.withLock(\.isPaused) }

    /// Adds bytes, unless the end was added. Throws if they cannot be written to the file.
    func append(_ data: Data) throws {
        let (isOver, isEnded) = state.withLock { state in
            (state.chunks.byteCount + data.count > limit || !state.spooled.isEmpty, state.end != nil)
        }
        guard !isEnded else { return }
        switch surplus {
        case .spooled where isOver: try spool(data)
        case .spooled: wake { $0.chunks.append(data) }
        case .refused(let onChange):
            let pauses = wake { state in
                state.chunks.append(data)
                defer { state.isPaused = state.isPaused || isOver }
                return isOver && !state.isPaused
            }
            if pauses { onChange(self) }
        }
    }

    /// Adds the end, which is success or the error that ended the body. Only the first end counts.
    func finish(_ end: Result<Void, any Error>) {
        wake { $0.end = $0.end ?? end }
    }

    /// Returns the next bytes, or nil at the end. Throws the error passed to ``finish(_:)``, and ``ConcurrentRead``.
    func next() async throws -> Data? {
        try state.withLock { state throws(ConcurrentRead) in
            guard !state.isReading else { throw ConcurrentRead() }
            state.isReading = true
        }
        defer { state.withLock { $0.isReading = false } }
        while true {
            switch step() {
            case .chunk(let data, let resumes):
                if resumes, case .refused(let onChange) = surplus { onChange(self) }
                return data
            case .file(let file, let range): return try read(range, of: file)
            case .end(let end):
                try end.get()
                return nil
            case .wait(let reader): await reader.value()
            }
        }
    }

    private func step() -> Step {
        state.withLock { state in
            if let step = state.takeChunk(limit) { return step }
            if !state.spooled.isEmpty, let file = file.withLock({ $0 }) {
                return .file(file, state.spooled.prefix(Self.bytesPerRead))
            }
            if let end = state.end { return .end(end) }
            let reader = Promise<Void>()
            state.reader = reader
            return .wait(reader)
        }
    }

    private static let bytesPerRead = 256 << 10

    /// Only the reader takes bytes from the front of the file, and nobody writes there, so no lock is needed.
    private func read(_ range: Range<Int>, of file: SpoolFile) throws -> Data {
        let data = try file.read(range)
        state.withLock { $0.spooled = (range.lowerBound + data.count)..<$0.spooled.upperBound }
        return data
    }

    /// Writing starts over at the beginning of the file whenever it has been read to its end.
    private func spool(_ data: Data) throws {
        let file = try makeFile()
        let offset = state.withLock { state in
            if state.spooled.isEmpty { state.spooled = 0..<0 }
            return state.spooled.upperBound
        }
        try file.write(data, at: offset)
        wake { $0.spooled = $0.spooled.lowerBound..<(offset + data.count) }
    }

    private func makeFile() throws -> SpoolFile {
        if let made = file.withLock({ $0 }) { return made }
        let made = try SpoolFile()
        file.withLock { $0 = made }
        return made
    }

    @discardableResult
    private func wake<Value>(_ change: (inout State) -> Value) -> Value {
        let (value, reader) = state.withLock { state in
            let value = change(&state)
            defer { state.reader = nil }
            return (value, state.reader)
        }
        reader?.fulfill(())
        return value
    }
}
