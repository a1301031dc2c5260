/// A global value that a task can override with its own copy. Declare it as a static constant.
package final class ScopedValue<Value: Sendable>: Sendable {
    private let shared: LockedValue<Value>
    private let scoped = TaskLocal<LockedValue<Value>?>(wrappedValue: nil)

    /// Creates a value with its global content.
    package init(_ value: Value) { shared = LockedValue(value) }

    /// The value of the current scope, or the global value outside of scopes.
    package var current: LockedValue<Value> { scope ?? shared }

    /// The value of the current scope, or nil outside of scopes.
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

    /// Runs `operation` with the value that ``scope`` returned earlier.
    package func within<Result>(
        _ scope: LockedValue<Value>?, _ operation: () throws -> Result
    ) rethrows -> Result {
        try scoped.withValue(scope, operation: operation)
    }
}
