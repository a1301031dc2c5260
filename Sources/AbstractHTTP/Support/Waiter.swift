/// A task that waits until it is resumed, which has to be done exactly once.
///
/// That is checked in debug builds alone: the check allocates for each wait, on one thread what another one frees, and both then wait for
/// the allocator.
package struct Waiter: Sendable {
    #if DEBUG
        private typealias Continuation = CheckedContinuation<Void, Never>
    #else
        private typealias Continuation = UnsafeContinuation<Void, Never>
    #endif

    private let continuation: Continuation

    /// Waits; `body` is handed who waits, and is called at once.
    package static func wait(_ body: (Waiter) -> Void) async {
        #if DEBUG
            await withCheckedContinuation { body(Waiter(continuation: $0)) }
        #else
            await withUnsafeContinuation { body(Waiter(continuation: $0)) }
        #endif
    }

    package func resume() { continuation.resume() }
}
