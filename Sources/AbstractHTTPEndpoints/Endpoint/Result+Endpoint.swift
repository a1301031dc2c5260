import AbstractHTTP

extension Result where Failure == ConnectionError {
    /// The output, or nil after a failure.
    public var value: Success? { try? get() }

    /// The error, or nil after a success.
    public var error: ConnectionError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
