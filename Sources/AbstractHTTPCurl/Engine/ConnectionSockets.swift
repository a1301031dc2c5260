#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

/// The addresses and ports at both ends of a connection, as libcurl passes them to a callback. They are valid during
/// the callback.
struct ConnectionEnds {
    let address: UnsafePointer<CChar>
    let localAddress: UnsafePointer<CChar>
    let port: Int32
    let localPort: Int32

    /// The ends of a Unix socket have no ports, so that all of them are the same.
    var areUnique: Bool { port > 0 && localPort > 0 }
}

/// The open sockets of connections.
///
/// Before version 8.23, libcurl does not say which socket carries a request that is about to be sent. It only says
/// which addresses are at its ends. Comparing a few ports costs less than a hash of the addresses.
struct ConnectionSockets {
    private struct Connection {
        let socket: Int32
        let port: Int32
        let localPort: Int32
        let address: [CChar]
        let localAddress: [CChar]

        func isBetween(_ ends: ConnectionEnds) -> Bool {
            localPort == ends.localPort && port == ends.port && strcmp(localAddress, ends.localAddress) == 0
                && strcmp(address, ends.address) == 0
        }
    }

    private var connections: [Connection] = []
    private var multiplexed: Set<Int32> = []

    /// The socket of a connection that has carried a request before.
    func socket(between ends: ConnectionEnds) -> Int32? {
        connections.first { $0.isBetween(ends) }?.socket
    }

    /// Records a new connection.
    mutating func note(_ socket: Int32, between ends: ConnectionEnds) {
        guard ends.areUnique else { return }
        connections.append(
            Connection(
                socket: socket, port: ends.port, localPort: ends.localPort, address: Self.copy(ends.address),
                localAddress: Self.copy(ends.localAddress)))
    }

    private static func copy(_ text: UnsafePointer<CChar>) -> [CChar] {
        [CChar](UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    }

    /// Whether the connection is known to use HTTP/2.
    func isMultiplexed(_ socket: Int32) -> Bool { multiplexed.contains(socket) }

    mutating func noteMultiplexing(_ socket: Int32) { multiplexed.insert(socket) }

    /// Forgets a socket, because its number may soon be that of another one.
    mutating func forget(_ socket: Int32) {
        connections.removeAll { $0.socket == socket }
        multiplexed.remove(socket)
    }
}
