import AbstractHTTP
import Foundation

/// What all endpoints have in common, unless their own modifiers say otherwise.
///
/// It may be read and changed from any thread; a change counts from the next attempt of every endpoint on.
///
/// ```swift
/// Configuration.DataRequest.base = "https://api.example.com/v1"
/// Configuration.DataRequest.headers = ["Accept-Language": "en"]
/// Configuration.eventMonitors = [ClosureEventMonitor(onError: { error in report(error) })]
/// ```
public enum Configuration {
    struct Values: Sendable {
        var request = RequestValues()
        var eventMonitors: [any EventMonitor] = []
        var connectionConfig: ConnectionConfig?
    }

    /// What is read for each attempt.
    struct RequestValues: Sendable {
        var base: String?
        var headers: [String: String] = [:]
        var timeoutInterval: TimeInterval?
        var encoder: (any ContentEncoder)?
        var queryEncoder: (any ContentEncoder)?
        var decoder: (any ContentDecoder)?
    }

    /// Values that change under a lock.
    struct Storage: Sendable {
        private let state: Guarded<Values>

        init(_ values: Values = Values()) {
            state = Guarded(values)
        }

        var values: Values { state.withLock { $0 } }
        var request: RequestValues { state.withLock(\.request) }

        func set<Value: Sendable>(_ path: any WritableKeyPath<Values, Value> & Sendable, _ value: Value) {
            // What was there before is released when the lock is left.
            var other = value
            state.withLock { swap(&$0[keyPath: path], &other) }
        }
    }

    @TaskLocal static var current = Storage()

    /// Told of what all endpoints do, in this order and before listeners of their own. Default: none.
    public static var eventMonitors: [any EventMonitor] {
        get { current.values.eventMonitors }
        set { current.set(\.eventMonitors, newValue) }
    }

    /// What carries and bounds the connections. Default: ``ConnectionConfig/shared``.
    public static var connectionConfig: ConnectionConfig {
        get { current.values.connectionConfig ?? .shared }
        set { current.set(\.connectionConfig, newValue) }
    }

    /// Runs `operation` with a configuration of its own, which begins as a copy: what is changed in it, nobody else sees.
    ///
    /// Tests that run side by side have one each. It holds for the task and its children, and for connections that are made there.
    public static func scope<Value, Failure: Error>(
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await $current.withValue(Storage(current.values)) {
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
