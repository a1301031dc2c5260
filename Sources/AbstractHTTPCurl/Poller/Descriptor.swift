#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

/// An open file of the system, by its number.
enum Descriptor {
    /// Returns 0, or -1 as `close(2)` does.
    @discardableResult
    static func close(_ descriptor: Int32) -> Int32 {
        // The name of this function hides that of the system's within here.
        closeSystemDescriptor(descriptor)
    }

    /// How many files this process may have open.
    static var limit: Int {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit < 0 ? .max : limit
    }

    /// Whether the last system call failed for want of descriptors or memory.
    static var isShort: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) }

    /// Opens a socket that programs which are started do not inherit; -1 when there can be none.
    static func openSocket(_ family: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
        let descriptor = socket(family, type, `protocol`)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }
}

private func closeSystemDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
