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
}
