import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat

struct AsyncHTTPClientClient: Client {
    private let client: HTTPClient

    init(connections: Int?) {
        var configuration = HTTPClient.Configuration()
        if let connections { configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private func execute(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let response = try await client.execute(request, timeout: .seconds(60))
        guard (200..<300).contains(response.status.code) else { throw Unexpected("\(response.status)") }
        return response
    }

    private func body(_ url: String) async throws -> ByteBuffer {
        try await execute(HTTPClientRequest(url: url)).body.collect(upTo: 1 << 20)
    }

    func get(_ url: String) async throws -> Int { try await body(url).readableBytes }

    func songs(_ url: String) async throws -> [Song] {
        try JSONDecoder().decode([Song].self, from: Data(buffer: try await body(url)))
    }

    func download(_ url: String) async throws -> Int {
        var count = 0
        for try await chunk in try await execute(HTTPClientRequest(url: url)).body { count += chunk.readableBytes }
        return count
    }

    func upload(_ file: URL, length: Int, to url: String) async throws {
        var request = HTTPClientRequest(url: url)
        request.method = .PUT
        request.body = .stream(try FileChunks(file), length: .known(Int64(length)))
        _ = try await execute(request).body.collect(upTo: 1 << 20)
    }

    func end() async throws { try await client.shutdown() }
}

/// A file in pieces of 64 KiB, read straight into the buffers that are sent.
private struct FileChunks: AsyncSequence, Sendable {
    let handle: FileHandle

    init(_ file: URL) throws {
        handle = try FileHandle(forReadingFrom: file)
    }

    func makeAsyncIterator() -> Iterator { Iterator(handle: handle) }

    struct Iterator: AsyncIteratorProtocol {
        let handle: FileHandle

        mutating func next() async throws -> ByteBuffer? {
            var buffer = ByteBufferAllocator().buffer(capacity: 64 << 10)
            let descriptor = handle.fileDescriptor
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: 64 << 10) { memory in
                Swift.max(0, read(descriptor, memory.baseAddress, memory.count))
            }
            return count > 0 ? buffer : nil
        }
    }
}
