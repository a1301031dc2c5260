/// Tells running tasks apart. A task that begins after another one has ended can have its identity.
///
/// A task-local value would also reach the tasks that a task starts, but setting it takes 3 % of the time of a request.
struct TaskIdentity: Equatable, Sendable {
    /// The identity of no task.
    static let none = TaskIdentity(address: 0)

    private let address: UInt

    /// The current task.
    static var current: TaskIdentity {
        // The address is only compared.
        withUnsafeCurrentTask { task in
            task.map { TaskIdentity(address: unsafeBitCast($0, to: UInt.self)) } ?? .none
        }
    }
}
