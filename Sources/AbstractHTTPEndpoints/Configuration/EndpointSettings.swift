import AbstractHTTP
import Foundation

/// The values of ``Configuration``, of the process or of a scope.
struct EndpointSettings: Sendable {
    var request = RequestValues()
    var eventMonitors: [any EventMonitor] = []
    var connectionConfig: ConnectionConfig?
    /// The base URLs that were set within a scope.
    var bases: [ObjectIdentifier: ScopedBase] = [:]

    /// The values that are read for each attempt.
    struct RequestValues: Sendable {
        var defaults = RequestDefaults()
        var timeoutInterval: TimeInterval?
        var encoder: (any ContentEncoder)?
        var queryEncoder: (any ContentEncoder)?
    }

    struct ScopedBase: Sendable {
        /// Retained so that its identifier is not reused.
        let base: BaseURL
        let url: String
    }
}

/// Settings that are protected by a lock. Copies share the values.
typealias SharedSettings = LockedValue<EndpointSettings>

extension SharedSettings {
    var values: EndpointSettings { withLock { $0 } }
    var request: EndpointSettings.RequestValues { withLock(\.request) }

    func set<Member: Sendable>(
        _ path: any WritableKeyPath<EndpointSettings, Member> & Sendable, _ value: Member
    ) {
        // Release the previous value outside the lock.
        var other = value
        withLock { swap(&$0[keyPath: path], &other) }
    }

    func add(_ monitor: any EventMonitor) { withLock { $0.eventMonitors.append(monitor) } }

    func setHeader(_ name: String, _ value: String?) {
        let name = HTTPHeaderName(rawValue: name)
        withLock { values in
            values.request.defaults.headers.remove(name)
            if let value { values.request.defaults.headers.add(name, value) }
        }
    }

    func url(of base: BaseURL) -> String? { withLock { $0.bases[ObjectIdentifier(base)]?.url } }

    func set(_ url: String, of base: BaseURL) {
        withLock { $0.bases[ObjectIdentifier(base)] = EndpointSettings.ScopedBase(base: base, url: url) }
    }
}
