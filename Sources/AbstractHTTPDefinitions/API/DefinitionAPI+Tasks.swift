import AbstractHTTP

extension DefinitionAPI {
    /// The running tasks, in the order in which they started.
    public var tasks: [DefinitionTask] { running.all }

    /// Returns the running tasks with `identifier`, which is the name of the definition unless the context sets one.
    public func tasks(identifier: String) -> [DefinitionTask] { tasks.filter { $0.identifier == identifier } }

    /// Returns the running tasks of `group`.
    public func tasks(group: String) -> [DefinitionTask] { tasks.filter { $0.groupIdentifier == group } }

    /// Cancels the running tasks with `identifier`.
    public func cancel(identifier: String) {
        for task in tasks(identifier: identifier) { task.cancel(because: .identifier(identifier)) }
    }

    /// Cancels the running tasks of `group`.
    public func cancel(group: String) {
        for task in tasks(group: group) { task.cancel(because: .group(group)) }
    }

    /// Cancels all running tasks.
    public func cancelAll() {
        for task in tasks { task.cancel(because: .holder) }
    }
}
