import AbstractHTTP
import Foundation

extension ResponseBody {
    /// Reads the start of the body, and returns the same body. Throws only if the task is canceled. The reader gets any
    /// other error.
    func buffered(upTo limit: Int) async throws -> ResponseBody {
        let source = makeSource()
        var body = ResponseBody(source).makeAsyncIterator()
        var chunks: [Data] = []
        var count = 0
        do {
            while count <= limit {
                guard let chunk = try await body.next() else { return ResponseBody(Data(chunks.joined())) }
                chunks.append(chunk)
                count += chunk.count
            }
            return ResponseBody(BufferedSource(chunks, rest: .success(source)))
        } catch {
            try Task.checkCancellation()
            return ResponseBody(BufferedSource(chunks, rest: .failure(error)))
        }
    }
}

/// The chunks that were read, and then the rest or the error.
private final class BufferedSource: ChunkSource {
    private let chunks: LockedValue<ArraySlice<Data>>
    private let rest: Result<any ChunkSource, any Error>

    init(_ chunks: [Data], rest: Result<any ChunkSource, any Error>) {
        (self.chunks, self.rest) = (LockedValue(chunks[...]), rest)
    }

    func next() async throws -> Data? {
        if let chunk = chunks.withLock({ $0.popFirst() }) { return chunk }
        return try await rest.get().next()
    }
}
