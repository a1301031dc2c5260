/// An error that says which type of ``ConnectionError`` it becomes when it ends an attempt.
protocol ClassifiedError: Error {
    var connectionErrorType: ConnectionErrorType { get }
}

extension InvalidRequest: ClassifiedError {
    var connectionErrorType: ConnectionErrorType { type }
}

extension URITemplateError: ClassifiedError {
    var connectionErrorType: ConnectionErrorType { .invalidURL }
}

extension BodyTooLarge: ClassifiedError {
    var connectionErrorType: ConnectionErrorType { .bodyTooLarge }
}

extension TokenRefreshError: ClassifiedError {
    var connectionErrorType: ConnectionErrorType { .authorization }
}
