/// Why an authenticator has no credentials for a request.
package struct AuthenticationFailure: ClassifiedError, CustomStringConvertible {
    /// The error that the source of the credentials threw.
    let underlying: any Error

    /// Creates a failure.
    package init(_ underlying: any Error) { self.underlying = underlying }

    var connectionErrorType: ConnectionErrorType { .authorization }

    /// What the error says.
    package var description: String { underlying.textWithoutSecrets }
}

extension ConnectionError {
    /// Takes over the response of a login that failed, which says more than the 401 before it.
    mutating func takeAnswer(ofLoginIn reason: any Error) {
        let error: any Error
        switch reason {
        case TokenRefreshError.failed(let failure): error = failure
        case let failure as AuthenticationFailure: error = failure.underlying
        default: return
        }
        guard let login = error as? ConnectionError, let answer = login.response else { return }
        (response, failureModel) = (answer, login.failureModel)
    }
}
