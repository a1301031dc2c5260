import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension DefaultHTTPConnector {
    /// What can be set of a connector.
    public struct Options: Sendable {
        /// How long an exchange may be silent in both directions before it fails with ``TransportError/Kind/idle(for:)``;
        /// nil for no limit. Default: 60 seconds.
        public var idleTimeout: Duration? = .seconds(60)
        /// On which ``idleTimeout`` is measured. Default: the continuous clock.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// How many connections to one host are open at once, at the most, and at least one; over HTTP/1.1 as many
        /// requests. Default: 6.
        public var connectionsPerHost = 6 {
            didSet { connectionsPerHost = max(1, connectionsPerHost) }
        }
        /// Whether cookies are kept, in a storage of the connector's own, and sent along. Default: false.
        public var keepsCookies = false
        /// What may be answered from ``cache``. Default: nothing.
        public var cachePolicy = URLRequest.CachePolicy.reloadIgnoringLocalCacheData
        /// Where responses are cached; nil (the default) for nowhere. Without effect on Linux, where URLSession stores nothing.
        public var cache: URLCache?
    }
}

extension DefaultHTTPConnector.Options {
    func sessionConfiguration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        configuration.urlCache = cache
        configuration.requestCachePolicy = cachePolicy
        configuration.httpShouldSetCookies = keepsCookies
        configuration.httpCookieAcceptPolicy = keepsCookies ? .always : .never
        if !keepsCookies { configuration.httpCookieStorage = nil }
        return configuration
    }
}
