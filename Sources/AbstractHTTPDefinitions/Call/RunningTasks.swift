import AbstractHTTP

/// The running tasks, in the order in which they started.
final class RunningTasks: Sendable {
    private let state = LockedValue<[DefinitionTask]>([])

    var all: [DefinitionTask] { state.withLock { $0 } }

    func add(_ task: DefinitionTask) {
        state.withLock { tasks in
            if !tasks.contains(where: { $0 === task }) { tasks.append(task) }
        }
    }

    func remove(_ task: DefinitionTask) {
        // The removed task is released outside the lock.
        _ = state.withLock { tasks in
            tasks.firstIndex { $0 === task }.map { tasks.remove(at: $0) }
        }
    }
}
