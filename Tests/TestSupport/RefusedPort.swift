import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A port of 127.0.0.1 that refuses connections. No server gets the port until this object is released.
package final class RefusedPort: Sendable {
    private let descriptor: Int32
    /// The number of the port.
    package let number: Int

    /// Throws a `POSIXError` if the system has no port.
    package init() throws {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw POSIXError.last }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The socket has an address, but does not listen.
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            let error = POSIXError.last
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit {
        close(descriptor)
    }

    /// The URL of the server that is not there.
    package var url: String { "http://127.0.0.1:\(number)" }
}
