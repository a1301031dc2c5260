import AbstractHTTP

extension GeneratedRequest {
    /// Returns a connection that is not started yet for the current state of the request. Later changes of the request
    /// have no effect on it.
    public func connection(
        onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)? = nil
    ) -> Connection<ResponseModel> {
        let connection = client.connection(
            self,
            IDLResponseSpec<ResponseModel>(configuration: configuration) { [configuration] in
                try Self.failure(in: $0, configuration)
            }, onSuccess: onSuccess)
        return Self.traits.attempts.map { connection.addPolicy(Retry(attempts: $0)) } ?? connection
    }

    /// Sends the current state of the request.
    ///
    /// - Parameters:
    ///   - completion: Called on the main actor with the response.
    ///   - errorHandler: Called on the main actor with a failure. It is not called for a cancel.
    @discardableResult
    public func send(
        completion: @escaping @MainActor @Sendable (ResponseModel) -> Void,
        errorHandler: @escaping @MainActor @Sendable (ConnectionError) -> Void
    ) -> Connection<ResponseModel> {
        connection(onSuccess: completion).addOnError(errorHandler).start()
    }

    /// Sends the current state of the request, and returns the response. Canceling the task cancels the request.
    public func send() async throws(ConnectionError) -> ResponseModel {
        try await connection().response()
    }
}

extension IDLRequest {
    /// Sends the current state of the request, and receives the raw response.
    ///
    /// - Parameters:
    ///   - rawResponseHandler: Called on the main actor with the response.
    ///   - errorHandler: Called on the main actor with a failure. It is not called for a cancel.
    @discardableResult
    public func send(
        rawResponseHandler: @escaping @MainActor @Sendable (HTTPResponse) -> Void,
        errorHandler: @escaping @MainActor @Sendable (ConnectionError) -> Void
    ) -> Connection<HTTPResponse> {
        client.connection(self, RawResponseSpec(), onSuccess: rawResponseHandler).addOnError(errorHandler)
            .start()
    }

    /// The same as the method above.
    @discardableResult
    public func send(
        completion: @escaping @MainActor @Sendable (HTTPResponse) -> Void,
        errorHandler: @escaping @MainActor @Sendable (ConnectionError) -> Void
    ) -> Connection<HTTPResponse> {
        send(rawResponseHandler: completion, errorHandler: errorHandler)
    }
}
