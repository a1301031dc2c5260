import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension DefaultHTTPConnector {
    /// The options of a connector.
    public struct Options: Sendable {
        /// How long an exchange can be silent in both directions before it fails with
        /// ``TransportError/Kind/idle(for:)``, or nil for no limit. Default: 60 seconds.
        public var idleTimeout: Duration? = .seconds(60)
        /// The clock that measures ``idleTimeout``. Default: `ContinuousClock`.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// The maximum number of connections to one host (at least 1). Over HTTP/1.1, this limits the number of
        /// concurrent requests. Default: 6.
        public var connectionsPerHost = 6 {
            didSet { connectionsPerHost = max(1, connectionsPerHost) }
        }
        /// How ``cache`` is used. Default: not at all.
        public var cachePolicy = URLRequest.CachePolicy.reloadIgnoringLocalCacheData
        /// The cache of the session, or nil (the default) for none. It has no effect on Linux, where URLSession stores
        /// nothing.
        public var cache: URLCache?

        #if !canImport(FoundationNetworking)
            /// The session's configuration, or nil (the default) for an ephemeral one. The connector copies it.
            ///
            /// It replaces ``connectionsPerHost``, ``cachePolicy``, and ``cache``. Its cookie storage, its credential
            /// storage, and its `timeoutIntervalForRequest` have no effect, because the pipeline and ``idleTimeout``
            /// replace them. With a background configuration, every request fails with
            /// ``TransportError/Kind/unsupported``. Apple platforms only.
            public var configuration: URLSessionConfiguration?
            /// Decides whether to trust a server's certificate, or nil (the default) for the system's evaluation.
            /// Called on any thread.
            ///
            /// It replaces the system's evaluation, so it also has to check the chain, the host, and the dates. To pin
            /// a key, call `SecTrustEvaluateWithError(_:_:)` first, and then compare the key.
            ///
            /// If it returns `false`, the request fails with ``TransportError/Kind/tls``. Apple platforms only.
            public var evaluateServerTrust: (@Sendable (URLAuthenticationChallenge) async -> Bool)?
            /// Returns the client certificate for a server that requests one, or nil for none. Called on any thread.
            /// Apple platforms only.
            public var clientCertificate: (@Sendable (URLAuthenticationChallenge) async -> URLCredential?)?
        #endif
    }
}

extension DefaultHTTPConnector.Options {
    #if !canImport(FoundationNetworking)
        /// Why the configuration cannot be used.
        var configurationError: TransportError? { Self.configurationError(ofIdentifier: configuration?.identifier) }

        /// The number of connections to one host that the session may open.
        var limitPerHost: Int {
            configuration.map { max(1, $0.httpMaximumConnectionsPerHost) } ?? connectionsPerHost
        }
    #else
        var configurationError: TransportError? { nil }
        var limitPerHost: Int { connectionsPerHost }
    #endif

    /// Why a configuration with this identifier cannot be used, or nil if it can. Only those of background sessions
    /// have an identifier.
    static func configurationError(ofIdentifier identifier: String?) -> TransportError? {
        guard identifier != nil else { return nil }
        return TransportError(
            .unsupported, "a background configuration cannot be used; take a default or an ephemeral one")
    }

    func sessionConfiguration() -> URLSessionConfiguration {
        #if !canImport(FoundationNetworking)
            if configurationError == nil, let copy = configuration?.copy() as? URLSessionConfiguration {
                return copy.withoutOwnPolicies()
            }
        #endif
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        configuration.urlCache = cache
        configuration.requestCachePolicy = cachePolicy
        return configuration.withoutOwnPolicies()
    }
}

extension URLSessionConfiguration {
    /// The maximum time without data in seconds. The connector measures idleness itself, to the millisecond. On Linux,
    /// the session measures whole seconds.
    static let mostIdleSeconds: TimeInterval = 7 * 86_400

    /// Turns off what the pipeline and the connector do: cookies, stored passwords, and timeouts.
    fileprivate func withoutOwnPolicies() -> URLSessionConfiguration {
        httpShouldSetCookies = false
        httpCookieAcceptPolicy = .never
        httpCookieStorage = nil
        urlCredentialStorage = nil
        timeoutIntervalForRequest = Self.mostIdleSeconds
        return self
    }
}
