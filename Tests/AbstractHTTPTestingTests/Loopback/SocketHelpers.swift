import Foundation
import TestSupport

@testable import AbstractHTTP
@testable import AbstractHTTPTesting

/// Sends `text` and reads until the server closes.
func exchange(_ text: String, with server: LoopbackServer) async throws -> String {
    let socket = try Socket.connected(to: server.port)
    _ = try? socket.write(Data(text.utf8))
    let (bytes, _) = try await onThread { try socket.readAll() }
    return String(decoding: bytes, as: UTF8.self)
}

/// Sends `text` and reads until `end` has arrived. `end` may also be text of the request that the server repeats.
func exchange(_ text: String, with server: LoopbackServer, until end: String) async throws -> String {
    let socket = try Socket.connected(to: server.port)
    try socket.write(Data(text.utf8))
    return try await read(socket, until: end)
}

/// Reads until `end` has arrived, or the server has closed the connection.
func read(_ socket: Socket, until end: String) async throws -> String {
    var received = Data()
    while received.range(of: Data(end.utf8)) == nil {
        let bytes = try await onThread { try socket.read() }
        guard !bytes.isEmpty else { break }
        received += bytes
    }
    return String(decoding: received, as: UTF8.self)
}

extension Socket {
    /// The bytes that arrive until the peer closes or resets the connection, or until there are `limit` bytes.
    func readAll(atMost limit: Int = .max) throws -> (bytes: Data, isReset: Bool) {
        var received = Data()
        while received.count < limit {
            do {
                let bytes = try read()
                guard !bytes.isEmpty else { break }
                received += bytes
            } catch let error as SocketError where error.code == ECONNRESET {
                return (received, true)
            }
        }
        return (received, false)
    }
}
