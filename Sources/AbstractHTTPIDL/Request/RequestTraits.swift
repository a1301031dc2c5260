import AbstractHTTP

/// The properties of a request in a `.http` file that are not fields.
///
/// ```swift
/// static var traits: RequestTraits { RequestTraits(encoder: .json, contentType: "application/merge-patch+json") }
/// ```
public struct RequestTraits: Sendable {
    /// The encoder of the content, which is then the body for any method. Nil leaves the choice to the configuration.
    public var encoder: (any ContentEncoder)?
    /// The Content-Type, or nil for that of the encoder. A header field takes precedence.
    public var contentType: String?
    /// The value of the `Accept` field, or nil for none.
    public var accept: String?
    /// The statuses with a `FailureModel`. An empty array means all statuses.
    public var failureStatuses: [ClosedRange<Int>]

    /// How long the operation can take, with all of its attempts. Nil leaves it to the config.
    public var timeout: Duration?
    /// The maximum number of attempts, including the first one. Nil leaves it to the config.
    public var attempts: Int?
    /// Whether the request has an `Idempotency-Key`, so that it can be sent again.
    public var hasIdempotencyKey: Bool
    /// The alternatives of credentials for the operation, each a list of names. Nil means the default of the client.
    public var needs: [[String]]?

    /// Creates traits.
    public init(
        encoder: (any ContentEncoder)? = nil, contentType: String? = nil, accept: String? = nil,
        failureStatuses: [ClosedRange<Int>] = [], timeout: Duration? = nil, attempts: Int? = nil,
        hasIdempotencyKey: Bool = false, needs: [[String]]? = nil
    ) {
        self.encoder = encoder
        self.contentType = contentType
        self.accept = accept
        self.failureStatuses = failureStatuses
        self.timeout = timeout
        self.attempts = attempts
        self.hasIdempotencyKey = hasIdempotencyKey
        self.needs = needs
    }

    func hasFailureModel(for status: Int) -> Bool {
        failureStatuses.isEmpty || failureStatuses.contains { $0.contains(status) }
    }
}
