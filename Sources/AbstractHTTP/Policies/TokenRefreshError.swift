/// Why there are no credentials. It is the underlying error of ``ConnectionErrorType/authorization``.
public enum TokenRefreshError: Error, Sendable {
    /// The refresh failed with the error that its closure threw.
    case failed(any Error)
    /// The number of refreshes reached the limit of the window.
    case tooMany(limit: Int, window: Duration)
    /// The server rejected even a token that was just refreshed. It is a ``ConnectionError/notRetriedReason``.
    case rejected
    /// The user signed out, or another one signed in, after the connection was started.
    case signedOut
}

extension TokenRefreshError: CustomStringConvertible {
    /// What happened and what to do.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .failed(let error): "the token could not be refreshed: \(error.textWithoutSecrets)"
        case .tooMany(let limit, let window): "the token was refreshed \(limit) times within \(window) already"
        case .rejected: "the server refuses tokens that were just refreshed"
        case .signedOut: "the user signed out after the request began"
        }
    }
}

extension TokenRefreshError: ClassifiedError {
    var connectionErrorType: ConnectionErrorType { .authorization }
}
