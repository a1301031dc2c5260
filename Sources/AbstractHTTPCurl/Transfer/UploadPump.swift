import AbstractHTTP
import Dispatch
import Foundation

/// Reads a body a little ahead of the sent bytes in a separate task, so that the loop never waits for it. The loop
/// itself reads the parts of a file that the system has in memory.
final class UploadPump: Sendable {
    private struct State {
        var chunks = ChunkQueue()
        /// The file, as long as the loop reads it instead of the task.
        var file: FileBlocks?
        var end: Result<Void, any Error>?
        /// Whether a read found no bytes.
        var isStarved = false
        var room: Waiter?
        var task: Task<Void, Never>?
        /// Whether the task has begun.
        var isRead = false
        /// The number of this reading of the body. Bytes of an earlier one are ignored.
        var reading = 0

        mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Bytes {
            let count = chunks.popFirst(into: buffer)
            if count > 0 { return .copied(count) }
            switch end {
            case .success: return .end
            case .failure(let error): return .failed(error)
            case nil:
                isStarved = true
                return .pending
            }
        }

        /// Returns the waiter for room, if there is enough room.
        mutating func takeRoom() -> Waiter? {
            guard chunks.byteCount <= UploadPump.mostBytes / 2 else { return nil }
            defer { room = nil }
            return room
        }
    }

    /// The result of a read.
    enum Bytes {
        case copied(Int)
        /// There are no bytes yet. `onBytes` follows.
        case pending
        case end
        case failed(any Error)
    }

    private static let mostBytes = 1 << 20

    private let body: RequestBody
    private let blocks: BlockPool
    private let state = LockedValue(State())

    init(_ body: RequestBody, _ blocks: BlockPool) {
        self.body = body
        self.blocks = blocks
    }

    /// The number of bytes, if it is known.
    var length: Int? { body.length }

    /// Copies the next bytes to `buffer`. The first call begins to read the body. If a call finds no bytes, `onBytes`
    /// is called later, on any thread, when there are some.
    func read(into buffer: UnsafeMutableRawBufferPointer, onBytes: @escaping @Sendable () -> Void) -> Bytes {
        if let file = state.withLock({ $0.file }), let bytes = take(from: file, into: buffer) { return bytes }
        let (bytes, room, reading) = state.withLock { state in
            let bytes = state.take(into: buffer)
            return (bytes, state.takeRoom(), state.isRead ? nil : state.reading)
        }
        room?.resume()
        if let reading { begin(reading, onBytes) }
        return bytes
    }

    /// Takes bytes that are in memory. Returns nil if there are none. The task then continues to read.
    private func take(from file: FileBlocks, into buffer: UnsafeMutableRawBufferPointer) -> Bytes? {
        do {
            let count = try file.readCached(into: buffer)
            if count > 0 { return .copied(count) }
        } catch {
            return .failed(error)
        }
        let room = state.withLock { state in
            defer { (state.file, state.room) = (nil, nil) }
            return state.room
        }
        room?.resume()
        return nil
    }

    /// Goes back to the first byte. Returns whether the body can be sent again.
    func rewind() -> Bool {
        guard body.replay == .multiple else { return false }
        stop()
        state.change { $0 = State(reading: $0.reading + 1) }
        return true
    }

    /// Stops reading, because no more bytes are needed.
    func stop() {
        let (task, room) = state.withLock { state in
            state.reading += 1
            defer { (state.task, state.room, state.file) = (nil, nil, nil) }
            return (state.task, state.room)
        }
        room?.resume()
        // A cancel runs the cancellation handlers of the body, which can take a while.
        if let task { DispatchQueue.global().async { task.cancel() } }
    }

    private func begin(_ reading: Int, _ onBytes: @escaping @Sendable () -> Void) {
        state.withLock { $0.isRead = true }
        let task = Task {
            do {
                let chunks = try open()
                if let file = chunks as? FileBlocks, await !lend(file, reading, onBytes) { return }
                while let chunk = try await chunks.next() {
                    guard add(chunk, reading, onBytes) else { return }
                    await room(reading)
                }
                finish(.success(()), reading, onBytes)
            } catch {
                finish(.failure(error), reading, onBytes)
            }
        }
        state.withLock { state in
            if state.end == nil { state.task = task }
        }
    }

    private func open() throws -> any ChunkSource {
        guard case .file(let url) = body.source else { return try body.begin() }
        return try FileBlocks(url, length: body.length, blocks)
    }

    /// Lets the loop read `file` until it would have to wait for the disk. Returns whether the rest is needed.
    private func lend(_ file: FileBlocks, _ reading: Int, _ onBytes: () -> Void) async -> Bool {
        await Waiter.wait { waiter in
            let isWanted = state.withLock { state in
                guard state.reading == reading else { return false }
                (state.file, state.room, state.isStarved) = (file, waiter, false)
                return true
            }
            if isWanted { onBytes() } else { waiter.resume() }
        }
        return state.withLock { $0.reading == reading }
    }

    private func add(_ chunk: Data, _ reading: Int, _ onBytes: () -> Void) -> Bool {
        let (isWanted, wasStarved) = state.withLock { state in
            guard state.reading == reading else { return (false, false) }
            guard !chunk.isEmpty else { return (true, false) }
            state.chunks.append(chunk)
            defer { state.isStarved = false }
            return (true, state.isStarved)
        }
        if wasStarved { onBytes() }
        return isWanted
    }

    private func finish(_ end: Result<Void, any Error>, _ reading: Int, _ onBytes: () -> Void) {
        let wasStarved = state.withLock { state in
            guard state.reading == reading else { return false }
            state.end = end
            state.task = nil
            defer { state.isStarved = false }
            return state.isStarved
        }
        if wasStarved { onBytes() }
    }

    /// Waits while there are enough bytes.
    private func room(_ reading: Int) async {
        await Waiter.wait { waiter in
            let isThere = state.withLock { state in
                guard state.reading == reading, state.chunks.byteCount >= Self.mostBytes else { return true }
                state.room = waiter
                return false
            }
            if isThere { waiter.resume() }
        }
    }
}
