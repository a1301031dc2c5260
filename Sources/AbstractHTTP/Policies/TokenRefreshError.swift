/// Why there are no credentials: the underlying error of ``ConnectionErrorType/authorization``.
public enum TokenRefreshError: Error, Sendable {
    /// The refresh failed, with what its closure threw.
    case failed(any Error)
    /// There were as many refreshes in the window as there may be.
    case tooMany(limit: Int, window: Duration)
    /// The server has refused token after token, the last one just renewed. It is a
    /// ``ConnectionError/notRetriedReason``.
    case rejected
    /// Somebody signed out while the refresh was awaited.
    case signedOut
}

extension TokenRefreshError: CustomStringConvertible {
    /// What happened.
    public var description: String {
        switch self {
        case .failed(let error): "the token could not be refreshed: \(error)"
        case .tooMany(let limit, let window): "the token was refreshed \(limit) times within \(window) already"
        case .rejected: "the server refuses tokens that were just refreshed"
        case .signedOut: "signed out during the refresh of the token"
        }
    }
}
