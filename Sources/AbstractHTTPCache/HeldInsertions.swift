import AbstractHTTP

/// Responses that are stored only when they are known to be usable, such as after they were decoded.
package final class HeldInsertions: Sendable {
    private struct State {
        var waiting: [@Sendable () async -> Void] = []
        var isCommitted = false
    }

    private let state = LockedValue(State())

    /// Creates a value without responses.
    package init() {}

    /// Holds a response. A response to a request in the background can come after the commit.
    func add(_ insertion: @escaping @Sendable () async -> Void) async {
        let isCommitted = state.withLock { state in
            if !state.isCommitted { state.waiting.append(insertion) }
            return state.isCommitted
        }
        if isCommitted { await insertion() }
    }

    /// Stores the responses.
    package func commit() async {
        let waiting = state.withLock { state in
            defer { state = State(isCommitted: true) }
            return state.waiting
        }
        for insertion in waiting { await insertion() }
    }
}
