import Dispatch

/// A closure that receives the outcome on a queue of the user's choice.
struct Completion: Sendable {
    let queue: DispatchQueue
    let closure: @Sendable (Outcome) -> Void

    /// Calls the closure if `isCurrent` returns true on the queue. Returns whether it did.
    func call(with outcome: Outcome, if isCurrent: @escaping @Sendable () -> Bool) async -> Bool {
        let isCalled = Promise<Bool>()
        queue.async {
            let isCurrent = isCurrent()
            if isCurrent { closure(outcome) }
            isCalled.fulfill(isCurrent)
        }
        return await isCalled.value()
    }
}
