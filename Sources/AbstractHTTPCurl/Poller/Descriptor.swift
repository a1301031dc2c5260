#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

/// Functions for the system's file descriptors.
enum Descriptor {
    /// Closes a descriptor. Returns 0, or -1 as `close(2)` does.
    @discardableResult
    static func close(_ descriptor: Int32) -> Int32 {
        // Here, the name of this function hides the system's function.
        closeSystemDescriptor(descriptor)
    }

    /// The maximum number of files that this process can have open.
    static var limit: Int {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit < 0 ? .max : limit
    }

    /// Whether the last system call failed because descriptors or memory were short.
    static var isShort: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) }

    /// Opens a socket that child processes do not inherit. Returns -1 if that fails.
    static func openSocket(_ family: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
        let descriptor = socket(family, type, `protocol`)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }
}

private func closeSystemDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
