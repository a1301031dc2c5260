/// A recovery policy that can also change the request of each attempt before it is sent, for example to add
/// credentials.
///
/// Add it like any other policy. It receives the request once per attempt, before redirects. A redirect to another
/// scheme, host, or port drops `Host` and every header field whose name is that of a secret (``Redaction``), such as
/// `Authorization`, `Cookie`, or `X-API-Key`, even if the adapter added it. All other fields are sent. If the adapter
/// has no ``RecoveryPolicy/recovery(from:)``, it gives up.
///
/// ```swift
/// struct Signing: RequestAdapter {
///     let key: @Sendable () async throws -> String
///
///     func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
///         var request = request
///         request.headers[.authorization] = "Signature \(try await key())"
///         return request
///     }
/// }
/// ```
public protocol RequestAdapter: RecoveryPolicy {
    /// Returns the request to send. It can take any amount of time, and it runs in a task that is canceled with the
    /// attempt.
    ///
    /// An error that this method throws ends the attempt. A ``TokenRefreshError`` becomes
    /// ``ConnectionErrorType/authorization``, an ``InvalidRequest`` about the URL becomes
    /// ``ConnectionErrorType/invalidURL``, a ``ConnectionErrorType`` stays as it is, and most other errors become
    /// ``ConnectionErrorType/invalidRequest``. Policies are also asked about such a failure.
    ///
    /// Adapters are called in the order of the policies: first those of the connection, then those of the config. Each
    /// adapter receives the request of the one before.
    ///
    /// - Parameters:
    ///   - request: The request to change.
    ///   - connection: The connection that sends the request.
    ///   - attempt: The attempt's number within the generation, from 1.
    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request
}

extension RequestAdapter {
    /// This policy.
    public var requestAdapter: (any RequestAdapter)? { self }
    /// Gives up.
    public func recovery(from context: RecoveryContext) async -> Recovery { .giveUp }
}
