/// A task that waits until it is resumed, which has to be done exactly once.
///
/// That is checked in debug builds alone: the check allocates for each wait, on one thread what another one frees, and
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

    /// Waits; `body` is handed who waits, and is called at once.
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
