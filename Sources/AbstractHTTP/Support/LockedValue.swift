#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A value behind the one kind of lock that this project uses: a pthread mutex. Copies are the same value.
///
/// Not `Synchronization.Mutex`: the thread sanitizer does not see it on Linux. Not `NSLock`: there it allocates four
/// times for each lock, and a connection makes several. Inlinable, since other modules would call code that looks types
/// up at run time, which takes longer than the lock; the compiler inlines what is `package` only in a type that is
/// `@usableFromInline`. `@unchecked Sendable`: the value is read and written only between lock and unlock.
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

    /// Guards `value`, which is made in its place: to copy a large one would cost more than the lock.
    ///
    /// It cannot throw: a buffer whose header was not made would be released with what was in the memory before.
    @inlinable
    package init(_ value: @autoclosure () -> Value) {
        storage = Storage.create(minimumCapacity: 1) { _ in value() }
        storage.withUnsafeMutablePointerToElements { _ = pthread_mutex_init($0, nil) }
    }

    /// Runs `body` alone; it must not call out of the type that owns the lock.
    ///
    /// Releasing what a user gave calls out, too: `body` swaps such a value out, and it is released afterwards.
    @inlinable
    @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeMutablePointers { value, mutex throws(Failure) in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }

    /// Changes the value; what is taken out of it is released when the lock is left. For small values, since it changes
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
