/// A recovery policy that may also change the request of each attempt before it is sent, for example to attach
/// credentials.
///
/// Add it like any other policy. It gets the request once for each attempt, before redirects are followed: a redirect
/// to another scheme, host, or port loses the `Authorization` that the adapter has added.
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
///
///     func recovery(from context: RecoveryContext) async -> Recovery { .giveUp }
/// }
/// ```
public protocol RequestAdapter: RecoveryPolicy {
    /// Returns the request to send. It may take any amount of time, and runs in a task that is canceled with the
    /// attempt.
    ///
    /// An error that this throws ends the attempt: a ``TokenRefreshError`` as ``ConnectionErrorType/authorization``, an
    /// ``InvalidRequest`` about the URL as ``ConnectionErrorType/invalidURL``, a ``ConnectionErrorType`` as itself, and
    /// most other errors as ``ConnectionErrorType/invalidRequest``. Policies are asked about such a failure, too.
    ///
    /// The adapters are called in the order of the policies: those of the connection, then those of the config. Each
    /// gets the request of the one before.
    ///
    /// - Parameter attempt: The attempt's number within the generation, from 1.
    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request
}

extension RequestAdapter {
    /// This policy.
    public var requestAdapter: (any RequestAdapter)? { self }
}
