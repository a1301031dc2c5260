/// Something that is awaited and can be left at once.
protocol Abandonable: AnyObject, Sendable {
    func abandon()
}

/// An operation whose waiter can leave at any moment, also when the operation ignores cancellation.
///
/// The operation runs in a task of its own. `abandon()` cancels that task and wakes the waiter without waiting for it;
/// what the operation returns later is dropped.
final class AbandonableWork<Value: Sendable>: Abandonable {
    private let outcome = Promise<Value?>()
    private let task = Guarded<Task<Void, Never>?>(nil)

    /// Runs `operation`; nil when the work was abandoned first.
    func value(of operation: @escaping @Sendable () async -> Value) async -> Value? {
        let running = Task.startingAtOnce { [outcome] in
            // Evaluated first: `outcome` may be fulfilled by an abandon while the operation still runs.
            let value = await operation()
            outcome.fulfil(value)
        }
        if let ready = outcome.current {
            if ready == nil { running.cancel() }
            return ready
        }
        task.withLock { $0 = running }
        let value = await outcome.value()
        if value == nil { running.cancel() }
        return value
    }

    func abandon() {
        guard outcome.fulfil(nil) else { return }
        task.withLock { $0 }?.cancel()
    }
}

extension Task where Success == Void, Failure == Never {
    /// Starts on the calling thread and goes on elsewhere after the first suspension, where the system can do that.
    static func startingAtOnce(_ operation: @escaping @Sendable () async -> Void) -> Task {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return Task.immediate { await operation() }
        }
        return Task { await operation() }
    }
}
