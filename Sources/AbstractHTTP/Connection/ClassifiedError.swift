/// An error that says which type of ``ConnectionError`` it becomes when it ends an attempt.
protocol ClassifiedError: Error {
    var connectionErrorType: ConnectionErrorType { get }
}
