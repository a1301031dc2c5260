import AbstractHTTP
import Foundation

extension CurlConnector {
    /// The options of a connector.
    public struct Options: Sendable {
        /// How long an exchange can be silent in both directions before it fails with
        /// ``AbstractHTTP/TransportError/Kind/idle(for:)``, or nil for no limit. Default: 60 seconds.
        public var idleTimeout: Duration? = .seconds(60)
        /// The clock that measures ``idleTimeout``. Default: `ContinuousClock`.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// The maximum number of connections to one host (at least 1). Over HTTP/1.1, this limits the number of
        /// concurrent requests. Default: 8.
        public var connectionsPerHost = 8 {
            didSet { connectionsPerHost = max(1, connectionsPerHost) }
        }
        /// How long an idle connection stays open for later requests, rounded up to whole seconds. Default: 60 seconds.
        public var idleConnectionTimeout: Duration = .seconds(60)
        /// The proxy of the requests. Default: the proxy of the environment.
        public var proxy = CurlProxy.environment
        /// The path of a Unix domain socket to which all requests go, regardless of their host. Default: nil.
        public var unixSocket: String?
        /// Whether HTTP/2 is used over TLS if the server offers it, with many requests on one connection. It needs
        /// libcurl 8.4 or later. An older libcurl uses HTTP/1.1. Default: true.
        public var usesHTTP2 = true
        /// A PEM file with the trusted certificate authorities, which replaces those of the system. Default: nil.
        public var trustedCertificates: URL?
        /// The certificate for servers that request one. Default: nil.
        public var clientCertificate: ClientCertificate?
        /// The pinned public keys by the name of the host, without a port. A server must have one of the keys of its
        /// host.
        public var pins: [String: PublicKeyPins] = [:]
        /// Whether the connector waits for sockets in the way that every system supports.
        var usesPoll = false
    }
}

extension CurlConnector.Options {
    func makePoller(_ waker: Waker) throws -> any Poller {
        #if os(Linux) || os(Android)
            if !usesPoll { return try EpollPoller(waker) }
        #endif
        return PollPoller(waker)
    }
}
