import Foundation
import Testing

@testable import AbstractHTTPTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The sockets of the servers.
@Suite struct SocketTests {
    /// A child process that a test starts must not keep a port or a connection open.
    @Test func childProcessesInheritNoSockets() throws {
        let listener = try Socket.listening()
        let client = try Socket.connected(to: try listener.port())
        let server = try listener.accepted()

        for socket in [listener, client, server] {
            #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
            socket.closeNow()
        }
    }

    #if os(Linux)
        /// A child process holds copies of all descriptors until it executes its program.
        @Test(arguments: [false, true])
        func closedConnectionEndsThoughItsDescriptorIsStillHeld(isReset: Bool) throws {
            let listener = try Socket.listening()
            let client = try Socket.connected(to: try listener.port())
            let server = try listener.accepted()
            let held = dup(server.descriptor)
            defer { close(held) }

            if isReset { server.resetWhenClosed() }
            server.closeNow()
            var limit = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(
                client.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))

            if isReset {
                let error = #expect(throws: SocketError.self) { try client.read() }
                #expect(error?.code == ECONNRESET)
            } else {
                #expect(try client.read().isEmpty)
            }
        }
    #endif
}
