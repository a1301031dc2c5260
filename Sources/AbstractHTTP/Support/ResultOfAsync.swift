extension Result where Failure == any Error {
    /// What `operation` returns or throws.
    package init(of operation: () async throws -> Success) async {
        do {
            self = .success(try await operation())
        } catch {
            self = .failure(error)
        }
    }
}
