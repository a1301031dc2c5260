#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A value behind the one kind of lock that this project uses: a pthread mutex.
///
/// Not `Synchronization.Mutex`: the thread sanitizer does not see it on Linux. Not `NSLock`: there it allocates four times
/// for each lock, and a connection makes several.
/// `@unchecked Sendable`: `value` is read and written only between lock and unlock.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone; it must not call out of the type that owns the lock.
    ///
    /// Releasing what a user gave calls out, too: `body` swaps such a value out, and it is released afterwards.
    @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
