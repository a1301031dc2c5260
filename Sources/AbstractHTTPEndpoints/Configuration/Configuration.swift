import AbstractHTTP
import Foundation

/// What all endpoints have in common, unless their own modifiers say otherwise.
///
/// It may be read and changed from any thread. A change counts from the next attempt of every endpoint on; of the
/// timeout from the next generation on; of event monitors and of the config for connections that are made from now on.
///
/// ```swift
/// Configuration.DataRequest.base = "https://api.example.com/v1"
/// Configuration.DataRequest.headers = ["Accept-Language": "en"]
/// Configuration.eventMonitors = [ClosureEventMonitor(onError: { error in report(error) })]
/// ```
public enum Configuration {
    /// Told of what all endpoints do, in this order and before listeners of their own. Default: none.
    public static var eventMonitors: [any EventMonitor] {
        get { current.values.eventMonitors }
        set { current.set(\.eventMonitors, newValue) }
    }

    /// Adds an event monitor after those that there are, in one step.
    public static func addEventMonitor(_ monitor: any EventMonitor) { current.add(monitor) }

    /// What carries and bounds the connections. Default: ``ConnectionConfig/shared``.
    public static var connectionConfig: ConnectionConfig {
        get { current.values.connectionConfig ?? .shared }
        set { current.set(\.connectionConfig, newValue) }
    }

    /// Runs `operation` with a configuration of its own, which begins as a copy: what is changed in it, nobody else
    /// sees.
    ///
    /// Tests that run side by side have one each. It holds for the task, the tasks and the connections made there; not
    /// for a detached task or a queue. A ``BaseURL`` that is set in it is set there alone, too.
    public static func scope<Value, Failure: Error>(
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await $scoped.withValue(ConfigurationStorage(current.values)) {
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// That of the scope, or of the process.
    static var current: ConfigurationStorage { scoped ?? shared }
    /// That of the scope; nil outside of scopes.
    @TaskLocal static var scoped: ConfigurationStorage?
    private static let shared = ConfigurationStorage()
}
