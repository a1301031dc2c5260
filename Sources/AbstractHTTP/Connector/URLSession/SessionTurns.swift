import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Lets in who waits for the work queue of the sessions while a transfer keeps it.
///
/// All sessions of a process share one serial queue on Linux (Swift 6.0 to 6.3). A transfer whose bytes arrive faster
/// than they are decoded asks for its next turn before its present one ends, and gets it before everyone else: a task
/// that is cancelled meanwhile is not told before its response has ended. So a transfer that delivers bytes while
/// somebody waits is suspended at the end of its turn, until nobody waits.
final class SessionTurns: Sendable {
    static let shared = SessionTurns()

    #if canImport(FoundationNetworking)
        private struct State {
            var waiting = 0
            /// When the wait began, or when the queue let somebody in last.
            var since = ContinuousClock.now
            var suspended: [ObjectIdentifier: DispatchQueue] = [:]

            var isStalled: Bool { waiting > 0 && .now - since >= SessionTurns.patience }
        }

        /// How long a wait may take; an ordinary one takes less than a millisecond.
        private static let patience = Duration.milliseconds(10)

        private let state = Guarded(State())

        /// Somebody is about to wait.
        func begin() {
            state.withLock { state in
                if state.waiting == 0 { state.since = .now }
                state.waiting += 1
            }
        }

        /// Somebody has been let in.
        func end() {
            let suspended: [ObjectIdentifier: DispatchQueue] = state.withLock { state in
                state.waiting -= 1
                state.since = .now
                guard state.waiting == 0 else { return [:] }
                defer { state.suspended = [:] }
                return state.suspended
            }
            for queue in suspended.values { queue.resume() }
        }

        /// A transfer of `session` has delivered bytes, in its turn.
        func yield(_ session: URLSession) {
            let id = ObjectIdentifier(session)
            guard state.withLock({ $0.isStalled && $0.suspended[id] == nil }) else { return }
            guard let queue = session.transferQueue else { return }
            queue.suspend()
            let isKept = state.withLock { state in
                guard state.waiting > 0, state.suspended[id] == nil else { return false }
                state.suspended[id] = queue
                return true
            }
            if !isKept { queue.resume() }
        }
    #else
        func begin() {}
        func end() {}
    #endif
}

#if canImport(FoundationNetworking)
    extension URLSession {
        /// The queue on which libcurl transfers; nil where Foundation has another inside.
        fileprivate var transferQueue: DispatchQueue? {
            Mirror(reflecting: self).descendant("multiHandle", "queue") as? DispatchQueue
        }
    }
#endif
