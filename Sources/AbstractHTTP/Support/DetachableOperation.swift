import Dispatch

/// An operation whose waiter can leave at any moment, also when the operation ignores cancellation.
///
/// The operation runs in a task of its own. `abort()` only wakes the waiter, which cancels that task and goes on;
/// what the operation returns later is dropped. So no cancellation handler of the operation runs in whoever aborts
/// it.
final class DetachableOperation<Value: Sendable>: Abortable {
    private let outcome = Promise<Value?>()

    /// Runs `operation`; nil when the work was aborted first.
    func value(of operation: @escaping @Sendable () async -> Value) async -> Value? {
        guard outcome.current == nil else { return nil }
        let running = Task.startingAtOnce { [outcome] in
            outcome.fulfill(await operation())
        }
        let value = await outcome.value()
        if value == nil { running.cancel() }
        return value
    }

    /// The same, aborted also when the task that waits is canceled; its handler resumes nobody itself.
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
}

extension Task where Success == Void, Failure == Never {
    /// Starts on the calling thread and goes on elsewhere after the first suspension, where the system can do that.
    static func startingAtOnce(_ operation: sending @escaping @isolated(any) () async -> Void) -> Task {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return Task.immediate(operation: operation)
        }
        return Task(operation: operation)
    }
}
