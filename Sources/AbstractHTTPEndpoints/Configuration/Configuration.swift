import AbstractHTTP
import Foundation

/// The settings of all endpoints. Modifiers of an endpoint override them.
///
/// You can read and change the settings from any thread. Most changes apply to the next attempt of every endpoint. A
/// change of the timeout applies to the next generation. Changes of event monitors and the config apply to new
/// connections.
///
/// ```swift
/// Configuration.DataRequest.base = "https://api.example.com/v1"
/// Configuration.DataRequest.headers = ["Accept-Language": "en"]
/// Configuration.eventMonitors = [ClosureEventMonitor(onError: { error in report(error) })]
/// ```
public enum Configuration {
    /// The event monitors of all endpoints. They are called in this order, before the listeners of an endpoint.
    /// Default: none.
    public static var eventMonitors: [any EventMonitor] {
        get { current.values.eventMonitors }
        set { current.set(\.eventMonitors, newValue) }
    }

    /// Adds an event monitor after the existing ones, in one step.
    public static func addEventMonitor(_ monitor: any EventMonitor) { current.add(monitor) }

    /// The config of the connections. Default: ``AbstractHTTP/ConnectionConfig/shared``.
    public static var connectionConfig: ConnectionConfig {
        get { current.values.connectionConfig ?? .shared }
        set { current.set(\.connectionConfig, newValue) }
    }

    /// Runs `operation` with its own copy of the configuration. Changes inside it do not affect other code.
    ///
    /// Use a scope for each of several tests that run at the same time. The scope applies to the task and to the tasks
    /// and connections that it creates, but not to detached tasks or queues. It also applies to changes of a
    /// ``BaseURL``.
    public static func scope<Value, Failure: Error>(
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await ofProcess.scope(operation)
    }

    /// The configuration of the scope, or that of the process.
    static var current: SharedSettings { ofProcess.current }
    /// The configuration of the scope, or nil outside of scopes.
    static var scoped: SharedSettings? { ofProcess.scope }
    /// The configuration of the process, and of scopes.
    static let ofProcess = ScopedValue(EndpointSettings())
}
