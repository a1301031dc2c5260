import AbstractHTTP
import Foundation

/// A configuration whose values are protected by a lock. Copies share the values.
struct ConfigurationStorage: Sendable {
    struct Values: Sendable {
        var request = RequestValues()
        var eventMonitors: [any EventMonitor] = []
        var connectionConfig: ConnectionConfig?
        /// The base URLs that were set within a scope.
        var bases: [ObjectIdentifier: ScopedBase] = [:]
    }

    /// The values that are read for each attempt.
    struct RequestValues: Sendable {
        var base: String?
        var headers: [String: String] = [:]
        var timeoutInterval: TimeInterval?
        var encoder: (any ContentEncoder)?
        var queryEncoder: (any ContentEncoder)?
        var decoder: (any ContentDecoder)?
    }

    struct ScopedBase: Sendable {
        /// Retained so that its identifier is not reused.
        let base: BaseURL
        let url: String
    }

    private let state: LockedValue<Values>

    init(_ values: Values = Values()) {
        state = LockedValue(values)
    }

    var values: Values { state.withLock { $0 } }
    var request: RequestValues { state.withLock(\.request) }

    func set<Value: Sendable>(_ path: any WritableKeyPath<Values, Value> & Sendable, _ value: Value) {
        // Release the previous value outside the lock.
        var other = value
        state.withLock { swap(&$0[keyPath: path], &other) }
    }

    func add(_ monitor: any EventMonitor) { state.withLock { $0.eventMonitors.append(monitor) } }

    func setHeader(_ name: String, _ value: String?) {
        let lowercased = name.lowercased()
        state.withLock { state in
            for key in state.request.headers.keys where key.lowercased() == lowercased {
                state.request.headers[key] = nil
            }
            state.request.headers[name] = value
        }
    }

    func url(of base: BaseURL) -> String? { state.withLock { $0.bases[ObjectIdentifier(base)]?.url } }

    func set(_ url: String, of base: BaseURL) {
        state.withLock { $0.bases[ObjectIdentifier(base)] = ScopedBase(base: base, url: url) }
    }
}
