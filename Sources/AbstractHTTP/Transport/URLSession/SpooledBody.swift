import Foundation

/// The bytes of a stream that was read to its end, in memory if there are few, otherwise in a temporary file.
enum SpooledBody: Sendable {
    case data(Data)
    case file(TemporaryFile, length: Int)

    private static let bytesInMemory = 64 << 10

    /// Reads `body`. Throws what its source throws, and a ``TransportError`` if the temporary file cannot be written.
    init(_ body: RequestBody) async throws {
        var data = Data()
        var chunks = body.makeAsyncIterator()
        while let chunk = try await chunks.next() {
            try Task.checkCancellation()
            data.append(chunk)
            guard data.count <= Self.bytesInMemory else {
                self = try await Self(data, &chunks)
                return
            }
        }
        self = .data(data)
    }

    private init(_ first: Data, _ rest: inout RequestBody.Iterator) async throws {
        let (spool, file) = try TransportError.whileSpooling {
            let spool = try TemporaryFile()
            return (spool, try FileHandle(forWritingTo: spool.url))
        }
        defer { try? file.close() }
        try TransportError.whileSpooling { try file.write(contentsOf: first) }
        var length = first.count
        while let chunk = try await rest.next() {
            try Task.checkCancellation()
            try TransportError.whileSpooling { try file.write(contentsOf: chunk) }
            length += chunk.count
        }
        self = .file(spool, length: length)
    }
}
