import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A blocking TCP socket on 127.0.0.1. It is closed when it is released, at the latest.
final class Socket: Sendable {
    let descriptor: Int32
    private let isClosed = LockedValue(false)
    private let isReset = LockedValue(false)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        // A child process must not inherit the connection and keep it open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        closeNow()
    }

    /// Closes the socket. No thread may be reading, writing, or accepting.
    func closeNow() {
        let isReset = isReset.withLock { $0 }
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            isClosed = true
            // A child process may hold the descriptor for a moment, which would keep the connection open.
            if isReset { disconnect() } else { shutdown(descriptor, Int32(SHUT_RDWR)) }
            close(descriptor)
        }
    }

    /// Sends a reset at once. On other systems than Linux, the reset is sent when the last descriptor is closed.
    private func disconnect() {
        #if os(Linux)
            var nobody = sockaddr()
            nobody.sa_family = sa_family_t(AF_UNSPEC)
            connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
        #endif
    }

    /// Listens on a free port. Linux completes at most `backlog` + 1 connections that the server has not accepted.
    static func listening(backlog: Int32 = 1_024) throws -> Socket {
        let socket = try Socket.stream()
        var address = sockaddr_in.loopback(port: 0)
        try check("bind") {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        try check("listen") { listen(socket.descriptor, backlog) }
        return socket
    }

    /// Connects to `port`.
    static func connected(to port: Int) throws -> Socket {
        let socket = try Socket.stream()
        var address = sockaddr_in.loopback(port: UInt16(port))
        try check("connect") {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        return socket
    }

    private static func stream() throws -> Socket {
        #if canImport(Glibc)
            // Set the flag at creation if the system supports that.
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        return Socket(descriptor: try check("socket") { socket(AF_INET, type, 0) })
    }

    /// The port on which the socket listens.
    func port() throws -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try Self.check("getsockname") {
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits for a connection.
    func accepted() throws -> Socket {
        let socket = Socket(descriptor: try Self.check("accept") { accept(descriptor, nil, nil) })
        var isOn: Int32 = 1
        setsockopt(
            socket.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return socket
    }

    /// Waits for bytes. Returns empty data at the end.
    func read() throws -> Data {
        var bytes = Data(count: 65_536)
        let count = try Self.check("recv") {
            bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        }
        return bytes.prefix(count)
    }

    /// Writes all of `data`.
    func write(_ data: Data) throws {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = data[...]
        while !rest.isEmpty {
            let count = try Self.check("send") {
                rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// The directions to shut down: sending, or both.
    enum Direction {
        case sending, both
    }

    /// Shuts down a direction. Shutting down both wakes a thread that reads or writes.
    func shutDown(_ direction: Direction = .both) {
        // The number of a closed descriptor may already belong to another file.
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            shutdown(descriptor, Int32(direction == .both ? SHUT_RDWR : SHUT_WR))
        }
    }

    /// Makes closing send a reset, even if bytes are still in transit.
    func resetWhenClosed() {
        isReset.withLock { $0 = true }
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until the peer has closed, without reading.
    func waitUntilClosed() throws {
        #if canImport(Darwin)
            let closed = Int16(POLLHUP)
        #else
            // The value of POLLRDHUP, which Glibc declares only for programs that request GNU extensions.
            let closed: Int16 = 0x2000
        #endif
        var entry = pollfd(fd: descriptor, events: closed, revents: 0)
        while entry.revents & (closed | Int16(POLLHUP | POLLERR | POLLNVAL)) == 0 {
            try Self.check("poll") { Int(poll(&entry, 1, -1)) }
        }
    }

    /// Makes a system call, and repeats it if a signal interrupts it.
    @discardableResult
    private static func check<Result: BinaryInteger>(_ name: String, _ call: () -> Result) throws -> Result {
        while true {
            let result = call()
            guard result < 0 else { return result }
            guard errno == EINTR else { throw SocketError(call: name, code: errno) }
        }
    }
}

/// A system call on a socket failed.
struct SocketError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    var description: String { "\(call): \(String(cString: strerror(code)))" }
}

extension sockaddr_in {
    fileprivate static func loopback(port: UInt16) -> Self {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
