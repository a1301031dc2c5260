import AbstractHTTP

extension DefinitionAPI {
    /// The tasks that run, in the order in which they began.
    public var tasks: [DefinitionTask] { running.all }

    /// The tasks that run with `identifier`, which is the name of the definition where the context has none.
    public func tasks(identifier: String) -> [DefinitionTask] { tasks.filter { $0.identifier == identifier } }

    /// The tasks of `group` that run.
    public func tasks(group: String) -> [DefinitionTask] { tasks.filter { $0.groupIdentifier == group } }

    /// Cancels the tasks that run with `identifier`.
    public func cancel(identifier: String) {
        for task in tasks(identifier: identifier) { task.cancel(because: .identifier(identifier)) }
    }

    /// Cancels the tasks of `group` that run.
    public func cancel(group: String) {
        for task in tasks(group: group) { task.cancel(because: .group(group)) }
    }

    /// Cancels all tasks that run.
    public func cancelAll() {
        for task in tasks { task.cancel(because: .holder) }
    }
}
