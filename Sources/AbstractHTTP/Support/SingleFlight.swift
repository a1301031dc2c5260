import Dispatch

/// Work that runs once for all the tasks that wait for it.
///
/// It is a value without a lock, and part of its owner's state. The owner runs the work, and cancels it when the last
/// waiter leaves.
package struct SingleFlight<Value: Sendable>: Sendable {
    package typealias Waiter = Promise<Result<Value, any Error>>

    /// Distinguishes the flights of an owner.
    package let number: Int
    private var task: Task<Void, Never>?
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0

    package init(number: Int) {
        self.number = number
    }

    package var waiterCount: Int { waiters.count }

    /// Adds a waiter, and returns its number for ``remove(_:)``.
    package mutating func add(_ waiter: Waiter) -> Int {
        lastWaiter += 1
        waiters[lastWaiter] = waiter
        return lastWaiter
    }

    /// Removes a waiter. Returns nil if it has already left.
    package mutating func remove(_ waiter: Int) -> Waiter? { waiters.removeValue(forKey: waiter) }

    /// Sets the task that does the work.
    package mutating func setTask(_ task: Task<Void, Never>) { self.task = task }

    /// Whether a task does the work.
    package var hasTask: Bool { task != nil }

    /// Cancels the work.
    package func cancel() { task?.cancel() }

    /// Gives the result to all waiters.
    package func fulfill(_ result: Result<Value, any Error>) {
        for waiter in waiters.values { waiter.fulfill(result) }
    }
}

extension Promise {
    /// Waits for the result. If the task is canceled, calls `leave` on another thread, which must fulfill the promise.
    package func value<Success>(
        leave: @escaping @Sendable () -> Void
    ) async throws -> Success where Value == Result<Success, any Error> {
        try await withTaskCancellationHandler {
            await value()
        } onCancel: {
            DispatchQueue.global().async(execute: leave)
        }
        .get()
    }
}
