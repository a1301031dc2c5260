import Dispatch

/// A closure that receives the outcome of a generation, on a queue or on the main actor.
struct Completion: Sendable {
    /// The outcomes that the closure receives.
    enum Scope: Sendable {
        case success, failure, both
    }

    let scope: Scope
    /// Nil is the main actor.
    let queue: DispatchQueue?
    fileprivate let closure: @Sendable (Outcome) -> Void

    init(on queue: DispatchQueue, _ closure: @escaping @Sendable (Outcome) -> Void) {
        (scope, self.queue, self.closure) = (.both, queue, closure)
    }

    init(_ scope: Scope, _ closure: @escaping @MainActor @Sendable (Outcome) -> Void) {
        self.scope = scope
        queue = nil
        self.closure = { outcome in MainActor.assumeIsolated { closure(outcome) } }
    }

    fileprivate func receives(_ outcome: Outcome) -> Bool {
        switch (scope, outcome) {
        case (.success, .failure), (.failure, .success): false
        default: true
        }
    }

    fileprivate func isReplaced(by other: Completion) -> Bool {
        scope != .failure && (queue == nil) == (other.queue == nil)
    }
}

extension [Completion] {
    /// Inserts a closure that receives models, and swaps it with the previous one on a queue or on the main actor. The
    /// closure on the queue comes first, and the closures that receive only failures come last.
    mutating func insert(swapping completion: inout Completion?) {
        guard let new = completion else { return }
        completion = firstIndex { $0.isReplaced(by: new) }.map { remove(at: $0) }
        insert(new, at: new.queue != nil ? 0 : firstIndex { $0.queue == nil } ?? endIndex)
    }

    /// The closures that receive `outcome`, divided into those that are called in one turn.
    func turns(for outcome: Outcome) -> [Self] {
        let receivers = filter { $0.receives(outcome) }
        let turns = [receivers.filter { $0.queue != nil }, receivers.filter { $0.queue == nil }]
        return turns.filter { !$0.isEmpty }
    }

    /// Whether the turn is one of a queue.
    var isOnQueue: Bool { first?.queue != nil }

    /// Calls the closures of a turn if `isCurrent` returns true in that turn. Returns whether it did.
    func call(with outcome: Outcome, if isCurrent: @escaping @Sendable () -> Bool) async -> Bool {
        let turn = { @Sendable () -> Bool in
            guard isCurrent() else { return false }
            for completion in self { completion.closure(outcome) }
            return true
        }
        guard let queue = first?.queue else { return await MainActor.run { turn() } }
        let isCalled = Promise<Bool>()
        queue.async { isCalled.fulfill(turn()) }
        return await isCalled.value()
    }
}
