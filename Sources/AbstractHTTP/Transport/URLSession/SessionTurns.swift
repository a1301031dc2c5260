import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Shares the work queue of URLSession between transfers and everything else.
///
/// On Linux (Swift 6.0 to 6.3), all sessions of a process share one serial queue. A transfer whose bytes arrive faster
/// than they are decoded schedules its next turn before the current one ends, and gets it before everyone else. A
/// cancel would then have no effect until the response has ended. Therefore, while an operation waits for the queue, a
/// transfer that delivers bytes is suspended at the end of its turn. It resumes when nothing waits anymore, or after
/// ``longestSuspension``, so that other tasks cannot hold it up forever.
final class SessionTurns: Sendable {
    static let shared = SessionTurns()

    #if canImport(FoundationNetworking)
        private struct State {
            var waiting = 0
            /// When the first operation began to wait, or when the queue last ran one.
            var since = ContinuousClock.now
            var suspended: [ObjectIdentifier: DispatchQueue] = [:]
            var suspendedSince = ContinuousClock.now

            var isStalled: Bool { waiting > 0 && .now - since >= SessionTurns.patience }
            var isResuming: Bool { waiting == 0 || .now - suspendedSince >= SessionTurns.longestSuspension }
        }

        /// How long an operation waits before transfers are suspended. Usually it waits for less than a millisecond.
        private static let patience = Duration.milliseconds(10)
        /// The longest time for which a transfer is suspended while operations come and go.
        private static let longestSuspension = Duration.milliseconds(50)

        private let state = LockedValue(State())

        /// Call before an operation waits for the queue.
        func begin() {
            state.withLock { state in
                if state.waiting == 0 { state.since = .now }
                state.waiting += 1
            }
        }

        /// Call when the operation has run.
        func end() {
            let resumed: [ObjectIdentifier: DispatchQueue] = state.withLock { state in
                state.waiting -= 1
                state.since = .now
                guard !state.suspended.isEmpty, state.isResuming else { return [:] }
                defer { state.suspended = [:] }
                return state.suspended
            }
            for queue in resumed.values { queue.resume() }
        }

        /// Call when a transfer of `session` has delivered bytes, in its turn.
        func yield(_ session: URLSession) {
            let id = ObjectIdentifier(session)
            guard state.withLock({ $0.isStalled && $0.suspended[id] == nil }) else { return }
            guard let queue = session.transferQueue else { return }
            queue.suspend()
            let isKept = state.withLock { state in
                guard state.waiting > 0, state.suspended[id] == nil else { return false }
                if state.suspended.isEmpty { state.suspendedSince = .now }
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
        /// The queue on which the session runs libcurl, or nil if this Foundation has a different structure.
        fileprivate var transferQueue: DispatchQueue? {
            Mirror(reflecting: self).descendant("multiHandle", "queue") as? DispatchQueue
        }
    }
#endif
