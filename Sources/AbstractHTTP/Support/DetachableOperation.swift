import Dispatch

/// An operation whose waiter can leave at any time, even if the operation ignores cancellation.
///
/// The operation runs in its own task. `abort()` only wakes the waiter, which cancels that task and continues. A later
/// result is dropped. The caller of `abort()` therefore runs no cancellation handler of the operation.
final class DetachableOperation<Value: Sendable>: Abortable {
    private let outcome = Promise<Value?>()

    /// Runs `operation`. Returns nil if the work is aborted first.
    func value(of operation: @escaping @Sendable () async -> Value) async -> Value? {
        guard outcome.current == nil else { return nil }
        let running = Task.startingAtOnce { await self.run(operation) }
        let value = await outcome.value()
        if value == nil { running.cancel() }
        return value
    }

    /// Does the same, but canceling the waiting task also aborts it. The cancellation handler itself resumes no task.
    func valueUnlessCanceled(of operation: @escaping @Sendable () async -> Value) async -> Value? {
        await withTaskCancellationHandler {
            await value(of: operation)
        } onCancel: {
            DispatchQueue.global().async { self.abort() }
        }
    }

    func abort() {
        outcome.fulfill(nil)
    }

    /// Runs `operation`, unless the work has been aborted. Its task may start some time after it was created. If the
    /// work is aborted as `operation` begins, the task is canceled.
    func run(_ operation: @Sendable () async -> Value) async {
        guard outcome.current == nil else { return }
        outcome.fulfill(await operation())
    }
}

extension Task where Failure == Never {
    /// Starts on the calling thread if the system supports that, and continues elsewhere after the first suspension.
    static func startingAtOnce(_ operation: sending @escaping @isolated(any) () async -> Success) -> Task {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return Task.immediate(operation: operation)
        }
        return Task(operation: operation)
    }
}
