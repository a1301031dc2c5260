/// Why there are no credentials: the underlying error of ``ConnectionErrorType/authorization``.
public enum TokenRefreshError: Error, Sendable {
    /// The refresh failed, with what its closure threw.
    case failed(any Error)
    /// There were as many refreshes in the window as there may be: the server refuses what it hands out.
    case tooMany(limit: Int, window: Duration)
    /// Somebody signed out while the request waited for the refresh.
    case signedOut
}
