#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A value protected by a pthread mutex. Copies share the value.
///
/// The thread sanitizer does not see `Synchronization.Mutex` on Linux. `NSLock` allocates four times for each lock
/// there, and a connection makes several. The type is inlinable, because other modules would otherwise call code that
/// looks up types at run time, which takes longer than the lock. The compiler inlines `package` members only in a type
/// that is `@usableFromInline`. `@unchecked Sendable`: the value is read and written only between lock and unlock.
@usableFromInline
package struct LockedValue<Value: Sendable>: @unchecked Sendable {
    /// Value and mutex in one allocation.
    @usableFromInline
    final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
        @inlinable
        deinit {
            _ = withUnsafeMutablePointerToElements(pthread_mutex_destroy)
        }
    }

    @usableFromInline let storage: ManagedBuffer<Value, pthread_mutex_t>

    /// Guards `value`, which is created in place, because copying a large value would cost more than the lock.
    ///
    /// It cannot throw, because a buffer with an uninitialized header would be released with garbage in it.
    @inlinable
    package init(_ value: @autoclosure () -> Value) {
        storage = Storage.create(minimumCapacity: 1) { _ in value() }
        storage.withUnsafeMutablePointerToElements { _ = pthread_mutex_init($0, nil) }
    }

    /// Runs `body` under the lock. It must not call code outside the type that owns the lock.
    ///
    /// Releasing a user's object also calls outside code. Therefore, `body` swaps it out, to be released afterward.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeMutablePointers { value, mutex throws(Failure) in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }

    /// Changes the value. Removed parts are released outside the lock. Use it for small values only, because it changes
    /// a copy.
    @inlinable
    package func change(_ change: (inout Value) -> Void) {
        let before = withLock { value in
            let before = value
            change(&value)
            return before
        }
        withExtendedLifetime(before) {}
    }
}
