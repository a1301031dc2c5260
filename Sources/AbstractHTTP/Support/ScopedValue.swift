/// A value of the process, of which a task can have its own copy. Declare it as a static constant.
package final class ScopedValue<Value: Sendable>: Sendable {
    private let shared: LockedValue<Value>
    private let scoped = TaskLocal<LockedValue<Value>?>(wrappedValue: nil)

    /// Creates the value of the process.
    package init(_ value: Value) { shared = LockedValue(value) }

    /// The value of the scope, or that of the process. A copy shares it.
    package var current: LockedValue<Value> { scope ?? shared }

    /// The value of the scope, or nil outside of scopes.
    package var scope: LockedValue<Value>? { scoped.get() }

    /// Runs `operation` with a copy of the current value. Changes inside it do not affect other code.
    package func scope<Result, Failure: Error>(
        _ operation: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> = await scoped.withValue(LockedValue(current.withLock { $0 })) {
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Runs `operation` in a scope that was read earlier.
    package func within<Result>(
        _ scope: LockedValue<Value>?, _ operation: () throws -> Result
    ) rethrows -> Result {
        try scoped.withValue(scope, operation: operation)
    }
}
