extension ConnectionError {
    /// The error without the failure model and without the errors of decoders, which quote the body.
    var withoutBody: Self {
        var error = self
        (error.failureModel, error.showsServerText) = (nil, false)
        // The decoder of a user can throw any error.
        error.underlying = type == .parse ? nil : underlying?.withoutQuotes
        error.notRetriedReason = notRetriedReason?.withoutQuotes
        return error
    }
}

/// An error whose description quotes a body. A log does not show it.
package protocol BodyQuotingError: Error {}

extension Error {
    /// The error with ``ConnectionErrorType/parse`` in place of each error of a decoder.
    fileprivate var withoutQuotes: any Error {
        switch self {
        case is DecodingError, is any BodyQuotingError: return ConnectionErrorType.parse
        case let error as ConnectionError: return error.withoutBody
        case let error as DeadlineExceeded:
            return error.replacingLastError { $0.withoutQuotes }
        case let error as TokenRefreshError:
            guard case .failed(let cause) = error else { return error }
            return TokenRefreshError.failed(cause.withoutQuotes)
        default: return self
        }
    }
}
