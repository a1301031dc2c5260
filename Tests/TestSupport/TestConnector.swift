import AbstractHTTP
import AbstractHTTPCurl
import Foundation

/// The connector of the tests that use sockets: over URLSession, or over libcurl when `ABSTRACTHTTP_CONNECTOR` is
/// `curl`.
public enum TestConnector {
    /// What both kinds have.
    public struct Options {
        /// How long an exchange may be silent.
        public var idleTimeout: Duration? = .seconds(60)
        /// On which that is measured.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// How many connections to one host are open at once.
        public var connectionsPerHost = 6
    }

    /// Whether it is libcurl's.
    public static var isCurl: Bool { ProcessInfo.processInfo.environment["ABSTRACTHTTP_CONNECTOR"] == "curl" }

    /// One for many tests.
    public static let shared = make()

    /// Makes libcurl's the one of connections that are given none, when it is asked for: for tests whose code names no
    /// connector.
    public static func becomeDefault() { _ = isDefault }

    private static let isDefault: Void = { if isCurl { ConnectionConfig.shared.connector = shared } }()

    /// Ends what `connector` carries, and lets it begin nothing more.
    public static func invalidate(_ connector: any HTTPConnector) {
        (connector as? DefaultHTTPConnector)?.invalidate()
        (connector as? CurlConnector)?.invalidate()
    }

    /// A connector of its own. Ends the process where libcurl is missing.
    public static func make(_ configure: (inout Options) -> Void = { _ in }) -> any HTTPConnector {
        var set = Options()
        configure(&set)
        guard isCurl else {
            return DefaultHTTPConnector { options in
                options.idleTimeout = set.idleTimeout
                options.clock = set.clock
                options.connectionsPerHost = set.connectionsPerHost
            }
        }
        do {
            return try CurlConnector { options in
                options.idleTimeout = set.idleTimeout
                options.clock = set.clock
                options.connectionsPerHost = set.connectionsPerHost
            }
        } catch {
            fatalError("\(error)")
        }
    }
}
