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
        switch (error as? POSIXError)?.code {
        case .ENOSPC, .EDQUOT, .EMFILE, .ENFILE, .ENOMEM: self = .outOfResources
        default: self = .other
        }
    }

    /// Returns ``outOfResources`` if no file can be opened now, otherwise nil. For libraries that give no reason.
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
