import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension TransportError.Kind {
    /// What the failure of a call of the system means.
    package init(ofSystem error: any Error) {
        switch (error as? POSIXError)?.code {
        case .ENOSPC, .EDQUOT, .EMFILE, .ENFILE, .ENOMEM: self = .outOfResources
        default: self = .other
        }
    }

    /// ``outOfResources`` when no file can be opened now, and else nil: for libraries that tell only that they could
    /// not.
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
