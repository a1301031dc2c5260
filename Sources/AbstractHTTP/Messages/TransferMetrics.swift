/// How long the parts of one exchange took, as the connector measured them. A redirect or a retry is a separate
/// exchange.
///
/// ```swift
/// let (user, response) = try await client.exchange(GetUser(id: 7))
/// print(response.metrics?.firstByte ?? .zero)
/// ```
public struct TransferMetrics: Hashable, Sendable {
    /// The time of the DNS lookup, or nil if no connection was opened.
    public var nameLookup: Duration?
    /// The time to open the connection, without ``tls``, or nil if a connection was reused.
    public var connect: Duration?
    /// The time of the TLS handshake, or nil if there was none.
    public var tls: Duration?
    /// Whether the request reused a connection, or nil if the connector does not know.
    public var isReusedConnection: Bool?
    /// The HTTP version as an ALPN protocol ID (RFC 7301), such as `http/1.1`, `h2`, or `h3`, or nil if the connector
    /// does not know.
    public var networkProtocol: String?
    /// The time from the start of the exchange to the first byte of the response.
    public var firstByte: Duration?
    /// The time from the start of the exchange to its end, or nil before the end.
    public var total: Duration?

    /// Creates metrics.
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
