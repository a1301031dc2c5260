/// The addresses and ports at both ends of a connection, as libcurl reports them.
struct ConnectionEnds: Hashable {
    let address: String
    let port: Int32
    let localAddress: String
    let localPort: Int32

    /// The ends of a Unix socket have no ports, so that all of them are the same.
    var areUnique: Bool { port > 0 && localPort > 0 }
}

/// The open sockets of connections.
///
/// Before version 8.23, libcurl does not say which socket carries a request that is about to be sent. It only says
/// which addresses are at its ends.
struct ConnectionSockets {
    private var sockets: [ConnectionEnds: Int32] = [:]
    private var ends: [Int32: ConnectionEnds] = [:]
    private var multiplexed: Set<Int32> = []

    /// The socket of a connection that has carried a request before.
    func socket(between ends: ConnectionEnds) -> Int32? { sockets[ends] }

    /// Records a new connection.
    mutating func note(_ socket: Int32, between ends: ConnectionEnds) {
        guard ends.areUnique else { return }
        sockets[ends] = socket
        self.ends[socket] = ends
    }

    /// Whether the connection is known to use HTTP/2.
    func isMultiplexed(_ socket: Int32) -> Bool { multiplexed.contains(socket) }

    mutating func noteMultiplexing(_ socket: Int32) { multiplexed.insert(socket) }

    /// Forgets a socket, because its number may soon be that of another one.
    mutating func forget(_ socket: Int32) {
        if let ends = ends.removeValue(forKey: socket), sockets[ends] == socket { sockets[ends] = nil }
        multiplexed.remove(socket)
    }
}
