/// How long the parts of one exchange took, as its connector measured them; a redirect or a retry is an exchange of its
/// own.
public struct TransferMetrics: Hashable, Sendable {
    /// How long the host's address was looked up; nil when no connection was opened.
    public var nameLookup: Duration?
    /// How long the connection was opened, without ``tls``; nil when one was used again.
    public var connect: Duration?
    /// How long a secure connection was negotiated; nil when it was not.
    public var tls: Duration?
    /// Whether the request reused a connection that an earlier request opened; nil if the connector does not know.
    public var isReusedConnection: Bool?
    /// The HTTP version as an ALPN protocol ID (RFC 7301): `http/1.0`, `http/1.1`, `h2`, or `h3`; nil if the connector
    /// does not know.
    public var networkProtocol: String?
    /// From the start of the exchange to the first byte of the response.
    public var firstByte: Duration?
    /// From the start of the exchange to its end; nil before it.
    public var total: Duration?

    /// Makes a timing.
    public init(
        nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil, firstByte: Duration? = nil,
        total: Duration? = nil, isReusedConnection: Bool? = nil, networkProtocol: String? = nil
    ) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.total = total
        self.isReusedConnection = isReusedConnection
        self.networkProtocol = networkProtocol
    }
}
