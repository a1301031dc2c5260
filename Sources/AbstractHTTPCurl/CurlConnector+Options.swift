import AbstractHTTP
import Foundation

extension CurlConnector {
    /// What can be set of a connector.
    public struct Options: Sendable {
        /// How long an exchange may be silent in both directions before it fails with
        /// ``AbstractHTTP/TransportError/Kind/idle(for:)``; nil for no limit. Default: 60 seconds.
        public var idleTimeout: Duration? = .seconds(60)
        /// On which ``idleTimeout`` is measured. Default: the continuous clock.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// How many connections to one host are open at once, at the most, and at least one; over HTTP/1.1 as many
        /// requests. Default: 8.
        public var connectionsPerHost = 8 {
            didSet { connectionsPerHost = max(1, connectionsPerHost) }
        }
        /// How long an idle connection stays open for the next request, rounded up to whole seconds. Default: 60
        /// seconds.
        public var idleConnectionTimeout: Duration = .seconds(60)
        /// Through which proxy requests go. Default: that of the environment.
        public var proxy = CurlProxy.environment
        /// The socket of this machine that requests go to, whatever host they name: its path. Default: none.
        public var unixSocket: String?
        /// Whether HTTP/2 is used over TLS where the server offers it, many requests over one connection. Needs libcurl
        /// 8.4 or later; with an older one it is HTTP/1.1 all the same. Default: true.
        public var usesHTTP2 = true
        /// The file with the certificates of the authorities that are trusted, in PEM, in place of those of the system.
        /// Default: nil.
        public var trustedCertificates: URL?
        /// What servers that ask for it are shown. Default: nil.
        public var clientCertificate: ClientCertificate?
        /// The public keys of which the server of a host has to have one, by the name of the host.
        public var pins: [String: PublicKeyPins] = [:]
        /// Whether sockets are waited for by the way that every system has.
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
