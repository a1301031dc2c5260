/// A recovery policy that also sees the request of every attempt before it is sent, and may change it: to attach credentials, or
/// to count.
///
/// Added like every policy. It gets the request once an attempt, before redirects are followed: a redirect to another scheme, host
/// or port loses the `Authorization` that was put in.
public protocol RequestPreparer: RecoveryPolicy {
    /// Returns the request that is sent; it may take its time, and runs in a task that is cancelled with the attempt.
    ///
    /// What it throws ends the attempt: a ``TokenRefreshError`` as ``ConnectionErrorType/authorization``, an
    /// ``InvalidRequest`` about the URL as ``ConnectionErrorType/invalidURL``, anything else as
    /// ``ConnectionErrorType/invalidRequest``. Policies are asked about that, too.
    ///
    /// - Parameter attempt: The attempt's number within the generation, from 1.
    func prepare(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request
}
