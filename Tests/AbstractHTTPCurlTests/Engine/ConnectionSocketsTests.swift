import Testing

@testable import AbstractHTTPCurl

/// Which socket is between which addresses.
@Suite struct ConnectionSocketsTests {
    @Test func socketIsFoundByAllPartsOfItsEnds() {
        var sockets = ConnectionSockets()
        note(7, "192.0.2.1", 443, "192.0.2.9", 50_000, in: &sockets)
        // A system may use a port for several connections if their other ends differ.
        note(8, "192.0.2.2", 443, "192.0.2.9", 50_000, in: &sockets)
        note(9, "2001:db8::1", 443, "2001:db8::9", 50_000, in: &sockets)

        #expect(find("192.0.2.1", 443, "192.0.2.9", 50_000, in: sockets) == 7)
        #expect(find("192.0.2.2", 443, "192.0.2.9", 50_000, in: sockets) == 8)
        #expect(find("2001:db8::1", 443, "2001:db8::9", 50_000, in: sockets) == 9)
        #expect(find("192.0.2.1", 80, "192.0.2.9", 50_000, in: sockets) == nil)
        #expect(find("192.0.2.1", 443, "192.0.2.8", 50_000, in: sockets) == nil)
        #expect(find("192.0.2.1", 443, "192.0.2.9", 50_001, in: sockets) == nil)
    }

    @Test func closedSocketIsForgotten() {
        var sockets = ConnectionSockets()
        note(7, "192.0.2.1", 443, "192.0.2.9", 50_000, in: &sockets)
        sockets.noteMultiplexing(7)

        sockets.forget(7)

        #expect(find("192.0.2.1", 443, "192.0.2.9", 50_000, in: sockets) == nil)
        #expect(!sockets.isMultiplexed(7))
    }

    @Test func unixSocketsCannotBeToldApart() {
        var sockets = ConnectionSockets()
        note(7, "", 0, "", 0, in: &sockets)

        #expect(find("", 0, "", 0, in: sockets) == nil)
    }

    private func note(
        _ socket: Int32, _ address: String, _ port: Int32, _ localAddress: String, _ localPort: Int32,
        in sockets: inout ConnectionSockets
    ) {
        withEnds(address, port, localAddress, localPort) { sockets.note(socket, between: $0) }
    }

    private func find(
        _ address: String, _ port: Int32, _ localAddress: String, _ localPort: Int32, in sockets: ConnectionSockets
    ) -> Int32? {
        withEnds(address, port, localAddress, localPort) { sockets.socket(between: $0) }
    }

    private func withEnds<Result>(
        _ address: String, _ port: Int32, _ localAddress: String, _ localPort: Int32,
        _ body: (ConnectionEnds) -> Result
    ) -> Result {
        address.withCString { address in
            localAddress.withCString { localAddress in
                body(
                    ConnectionEnds(address: address, localAddress: localAddress, port: port, localPort: localPort))
            }
        }
    }
}
