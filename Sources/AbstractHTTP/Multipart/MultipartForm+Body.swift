import Foundation

extension MultipartForm {
    /// The body: its length is known when that of every part is, and it can be sent again when every part can.
    public var body: RequestBody {
        let pieces = pieces
        let lengths = pieces.map(\.length)
        let length = lengths.contains(nil) ? nil : lengths.reduce(0) { $0 + ($1 ?? 0) }
        let replay = parts.allSatisfy { $0.body.replay == .always } ? Replay.always : .once
        return .stream(length: length, replay: replay) { MultipartChunks(pieces: pieces) }
    }

    /// What is sent, with neighbours that are small put together.
    private var pieces: [MultipartPiece] {
        var pieces: [MultipartPiece] = []
        for part in parts {
            pieces.append(Data("--\(boundary)\r\n\(part.head)".utf8))
            switch part.body.source {
            case .data(let data): pieces.append(data)
            case .file, .stream: pieces.append(.body(part.body))
            }
            pieces.append(Data("\r\n".utf8))
        }
        pieces.append(Data("--\(boundary)--\r\n".utf8))
        return pieces
    }
}

/// What is sent in one go.
private enum MultipartPiece: Sendable {
    case data(Data)
    case body(RequestBody)

    var length: Int? {
        switch self {
        case .data(let data): data.count
        case .body(let body): body.length
        }
    }
}

extension [MultipartPiece] {
    fileprivate mutating func append(_ data: Data) {
        guard case .data(var joined) = last, joined.count + data.count <= 64 << 10 else { return append(.data(data)) }
        removeLast()
        joined.append(data)
        append(.data(joined))
    }
}

/// The chunks of a form.
private struct MultipartChunks: AsyncSequence, Sendable {
    let pieces: [MultipartPiece]

    func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...]) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: ArraySlice<MultipartPiece>
        private var current: RequestBody.Iterator?

        fileprivate init(rest: ArraySlice<MultipartPiece>) {
            self.rest = rest
        }

        mutating func next() async throws -> Data? {
            while true {
                if let chunk = try await current?.next() { return chunk }
                current = nil
                switch rest.popFirst() {
                case .data(let data): return data
                case .body(let body): current = body.makeAsyncIterator()
                case nil: return nil
                }
            }
        }
    }
}
