import Foundation

/// A value behind the one kind of lock that this project uses.
///
/// It is `NSLock` and not `Synchronization.Mutex` because the thread sanitizer does not see the latter on Linux.
/// `@unchecked Sendable`: `value` is read and written only between `lock()` and `unlock()`.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` alone; it must not call out of the type that owns the lock.
    @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// Sets a property; what stood there is released after the lock is left, since its release may call anybody.
    package func replace<Property>(_ property: WritableKeyPath<Value, Property>, with new: Property) {
        let old = withLock { value in
            let old = value[keyPath: property]
            value[keyPath: property] = new
            return old
        }
        withExtendedLifetime(old) {}
    }
}
