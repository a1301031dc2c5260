import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension TransportError.Kind {
    /// The kind of failure that a system error means.
    package init(ofSystem error: any Error) {
        // On Linux, the error below a `CocoaError` is an `NSError` that cannot be cast to `POSIXError`.
        let error = error as NSError
        switch error.domain {
        case NSPOSIXErrorDomain:
            let code = POSIXErrorCode(rawValue: Int32(truncatingIfNeeded: error.code))
            self = code.map(Self.limits.contains) == true ? .outOfResources : .other
        case NSCocoaErrorDomain where CocoaError.Code(rawValue: error.code) == .fileWriteOutOfSpace:
            self = .outOfResources
        default:
            let below = error.userInfo[NSUnderlyingErrorKey] as? any Error
            self = below.map { Self(ofSystem: $0) } ?? .other
        }
    }

    /// The errors that mean that a limit of the system is reached.
    private static let limits: [POSIXErrorCode] = [.ENOSPC, .EDQUOT, .EFBIG, .EMFILE, .ENFILE, .ENOMEM]

    /// Returns ``outOfResources`` if no file can be opened now, otherwise nil. Use it if a library gives no reason.
    package static var ofDescriptors: Self? {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        let kind = Self(ofSystem: POSIXError.last)
        return kind == .outOfResources ? kind : nil
    }
}

extension TransportError {
    /// Runs `write`, which stores a body in the temporary folder, and converts its error to a transport error.
    static func whileSpooling<Value>(_ write: () throws -> Value) throws(TransportError) -> Value {
        do {
            return try write()
        } catch {
            let message = "the body cannot be kept in the temporary folder"
            throw TransportError(.init(ofSystem: error), message, underlying: error)
        }
    }
}
