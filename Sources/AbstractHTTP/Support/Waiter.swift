/// A task that waits until it is resumed, which must happen exactly once.
///
/// Only debug builds check that. For each wait, the check allocates memory on one thread that another thread frees, and
/// both then wait for the allocator.
@usableFromInline
package struct Waiter: Sendable {
    #if DEBUG
        @usableFromInline typealias Continuation = CheckedContinuation<Void, Never>
    #else
        @usableFromInline typealias Continuation = UnsafeContinuation<Void, Never>
    #endif

    @usableFromInline let continuation: Continuation

    @inlinable
    init(_ continuation: Continuation) { self.continuation = continuation }

    /// Calls `body` with a new waiter, and then waits until the waiter is resumed.
    @inlinable
    package static func wait(_ body: (Waiter) -> Void) async {
        #if DEBUG
            await withCheckedContinuation { body(Waiter($0)) }
        #else
            await withUnsafeContinuation { body(Waiter($0)) }
        #endif
    }

    @inlinable
    package func resume() { continuation.resume() }
}
