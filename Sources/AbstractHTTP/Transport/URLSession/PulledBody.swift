import Foundation

/// A body whose bytes are all available, in memory and in files. They are read in order while they are sent, without
/// waiting.
final class PulledBody: Sendable {
    private struct State {
        var rest: ArraySlice<Piece>
        var data = Data()
        var file: OpenFile?
        var failure: (any Error)?

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            while data.isEmpty {
                if let chunk = try file?.next() {
                    data = chunk
                    continue
                }
                file = nil
                switch rest.popFirst() {
                case .data(let next): data = next
                case .file(let url, let length): file = try OpenFile(url, length: length)
                case .spool(let spool, let length): file = try OpenFile(spool.url, length: length)
                case nil: return 0
                }
            }
            let count = data.copyBytes(to: buffer)
            data = data.dropFirst(count)
            return count
        }
    }

    /// The number of bytes.
    let length: Int
    private let state: LockedValue<State>

    /// Takes data and files as they are, and reads the streams among `bodies` to their ends. Throws the errors of
    /// streams, ``InvalidRequest`` if a file is missing, and a `POSIXError` if the length overflows.
    init(_ bodies: [RequestBody]) async throws {
        var (pieces, length) = ([Piece](), 0)
        for body in bodies {
            let piece = try await Piece(body)
            let (sum, isTooLarge) = length.addingReportingOverflow(piece.length)
            guard !isTooLarge else { throw POSIXError(.EFBIG) }
            pieces.append(piece)
            length = sum
        }
        self.length = length
        state = LockedValue(State(rest: pieces[...]))
    }

    /// Why the body could not be read to its end.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// Reads the next bytes into `buffer`. Returns their number, 0 at the end, or -1 if there is a ``failure``.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            guard state.failure == nil else { return -1 }
            do {
                return try state.read(into: buffer)
            } catch {
                state.failure = error
                return -1
            }
        }
    }
}

/// Bytes that are available.
private enum Piece: Sendable {
    case data(Data)
    case file(URL, length: Int)
    /// A file that is deleted after it has been read.
    case spool(TemporaryFile, length: Int)

    init(_ body: RequestBody) async throws {
        switch body.source {
        case .data(let data): self = .data(data)
        case .file(let url):
            let size = try RequestBody.checkFile(url)
            self = .file(url, length: body.length ?? size ?? 0)
        case .stream, .joined:
            switch try await SpooledBody(body) {
            case .data(let data): self = .data(data)
            case .file(let file, let length): self = .spool(file, length: length)
            }
        }
    }

    var length: Int {
        switch self {
        case .data(let data): data.count
        case .file(_, let length), .spool(_, let length): length
        }
    }
}

/// A file that is being read, in chunks of 64 KiB.
private struct OpenFile: Sendable {
    private let handle: FileHandle
    private var measure: BodyMeasure

    init(_ url: URL, length: Int) throws {
        handle = try FileHandle(forReadingFrom: url)
        measure = BodyMeasure(declared: length)
    }

    /// Returns the next chunk, or nil at the end. Throws ``BodyLengthMismatch`` if the length of the file has changed.
    mutating func next() throws -> Data? {
        let chunk = try handle.read(upToCount: 64 << 10).flatMap { $0.isEmpty ? nil : $0 }
        try measure.note(chunk?.count)
        return chunk
    }
}
