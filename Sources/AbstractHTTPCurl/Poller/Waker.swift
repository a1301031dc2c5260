import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A pipe that ends a wait of the loop from any thread. The loop waits for one end. The descriptors live as long as the
/// waker, so that no thread writes to another file.
final class Waker: Sendable {
    /// Readable after ``wake()``.
    let socket: Int32
    private let other: Int32

    /// Throws a `POSIXError` if the process has too many open files.
    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError.last }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (socket, other) = (ends[0], ends[1])
    }

    deinit {
        Descriptor.close(socket)
        Descriptor.close(other)
    }

    func wake() {
        var byte: UInt8 = 1
        _ = write(other, &byte, 1)
    }

    /// Clears every previous ``wake()``.
    func reset() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(socket, &bytes, bytes.count) == bytes.count {}
    }
}
