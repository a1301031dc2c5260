import AbstractHTTP

/// The tasks that run, in the order in which they began.
final class RunningTasks: Sendable {
    private let state = LockedValue<[DefinitionTask]>([])

    var all: [DefinitionTask] { state.withLock { $0 } }

    func add(_ task: DefinitionTask) {
        state.withLock { tasks in
            if !tasks.contains(where: { $0 === task }) { tasks.append(task) }
        }
    }

    func remove(_ task: DefinitionTask) {
        // Released when the lock is left.
        _ = state.withLock { tasks in
            tasks.firstIndex { $0 === task }.map { tasks.remove(at: $0) }
        }
    }
}
