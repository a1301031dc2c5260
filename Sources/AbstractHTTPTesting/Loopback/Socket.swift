import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A blocking TCP socket on 127.0.0.1, closed at the latest when it is released.
final class Socket: Sendable {
    private let descriptor: Int32
    private let isClosed = Guarded(false)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        closeNow()
    }

    /// Closes the socket. Nobody may be reading, writing or accepting.
    func closeNow() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if !wasClosed { close(descriptor) }
    }

    /// Listens on a free port.
    static func listening() throws -> Socket {
        let socket = try Socket.stream()
        var address = sockaddr_in.loopback(port: 0)
        try check(
            "bind",
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            })
        try check("listen", listen(socket.descriptor, 1_024))
        return socket
    }

    /// Connects to `port`.
    static func connected(to port: Int) throws -> Socket {
        let socket = try Socket.stream()
        var address = sockaddr_in.loopback(port: UInt16(port))
        try check(
            "connect",
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            })
        return socket
    }

    private static func stream() throws -> Socket {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        return Socket(descriptor: try check("socket", socket(AF_INET, type, 0)))
    }

    /// The port on which the socket listens.
    func port() throws -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try Self.check(
            "getsockname",
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            })
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits for a connection.
    func accepted() throws -> Socket {
        let socket = Socket(descriptor: try Self.check("accept", accept(descriptor, nil, nil)))
        var isOn: Int32 = 1
        setsockopt(
            socket.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return socket
    }

    /// Waits for bytes; empty at the end.
    func read() throws -> Data {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = try Self.check("recv", recv(descriptor, &bytes, bytes.count, 0))
        return Data(bytes.prefix(count))
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
            let count = try Self.check(
                "send", rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) })
            rest = rest.dropFirst(count)
        }
    }

    /// Ends both directions, which wakes whoever reads or writes.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    @discardableResult
    private static func check<Result: BinaryInteger>(_ name: String, _ result: Result) throws -> Result {
        guard result >= 0 else { throw SocketError(call: name, code: errno) }
        return result
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
