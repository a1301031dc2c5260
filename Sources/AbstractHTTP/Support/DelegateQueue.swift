import Foundation

extension OperationQueue {
    /// The queue for a session's delegate; nil for one that the session makes.
    static var ofDelegate: OperationQueue? {
        #if canImport(FoundationNetworking)
            DelegateQueue()
        #else
            nil
        #endif
    }
}

#if canImport(FoundationNetworking)
    /// Runs what a session tells its delegate at once, on the session's own serial queue.
    ///
    /// On Linux an operation costs about 15 µs, and a request has three or more of them: a fifth of the whole. The
    /// delegate never waits for the session, which waits for it.
    ///
    /// `@unchecked Sendable`, as a subclass has to repeat: it adds no state.
    private final class DelegateQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
