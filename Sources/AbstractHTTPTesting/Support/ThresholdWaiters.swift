import AbstractHTTP

/// Waiters for a number of events. The lock of the counted value guards them. Fulfill the promises outside of that
/// lock.
package struct ThresholdWaiters: Sendable {
    private var waits: [(count: Int, promise: Promise<Void>)] = []

    package init() {}

    /// Returns a promise to wait for until `count` is reached, or nil if `present` already reaches it.
    package mutating func wait(for count: Int, present: Int) -> Promise<Void>? {
        guard present < count else { return nil }
        let promise = Promise<Void>()
        waits.append((count, promise))
        return promise
    }

    /// Removes and returns the promises whose count `present` reaches.
    package mutating func reached(_ present: Int) -> [Promise<Void>] {
        let reached = waits.filter { $0.count <= present }.map(\.promise)
        waits.removeAll { $0.count <= present }
        return reached
    }
}

extension Promise<Void> {
    /// Waits until the promise is fulfilled. Canceling the task fulfills it, too.
    package func valueUnlessCanceled() async {
        await withTaskCancellationHandler {
            await value()
        } onCancel: {
            fulfill(())
        }
    }
}
