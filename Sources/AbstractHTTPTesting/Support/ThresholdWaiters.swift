import AbstractHTTP

/// Those who wait until something has happened a number of times. The lock of what is counted guards it; the
/// promises are fulfilled after the lock is left.
package struct ThresholdWaiters: Sendable {
    private var waits: [(count: Int, promise: Promise<Void>)] = []

    package init() {}

    /// What to await until `count` is reached; nil when it is, by `present`.
    package mutating func wait(for count: Int, present: Int) -> Promise<Void>? {
        guard present < count else { return nil }
        let promise = Promise<Void>()
        waits.append((count, promise))
        return promise
    }

    /// Those whose count is reached by `present`, which it forgets.
    package mutating func reached(_ present: Int) -> [Promise<Void>] {
        let reached = waits.filter { $0.count <= present }.map(\.promise)
        waits.removeAll { $0.count <= present }
        return reached
    }
}

extension Promise<Void> {
    /// Waits until somebody fulfills it, which a cancel of the task does too.
    package func valueUnlessCanceled() async {
        await withTaskCancellationHandler {
            await value()
        } onCancel: {
            fulfill(())
        }
    }
}
