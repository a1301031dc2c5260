import AbstractHTTP

extension GeneratedRequest {
    /// A connection that is not started yet, of the request as it is now: what is changed in the request later, it does
    /// not see.
    public func connection(
        onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)? = nil
    ) -> Connection<ResponseModel> {
        client.connection(
            SentRequest(self), IDLResponseSpec<ResponseModel>(configuration: configuration), onSuccess: onSuccess)
    }

    /// Sends the request as it is now.
    ///
    /// - Parameters:
    ///   - completion: Called on the main actor with the response.
    ///   - errorHandler: Called on the main actor with a failure; not for a cancel.
    @discardableResult
    public func send(
        completion: @escaping @MainActor @Sendable (ResponseModel) -> Void,
        errorHandler: @escaping @MainActor @Sendable (HIError) -> Void
    ) -> RequestFuture<ResponseModel> {
        connection(onSuccess: completion).addOnError(errorHandler).start()
    }

    /// Sends the request as it is now, and returns the response. Canceling the task cancels it.
    public func send() async throws(HIError) -> ResponseModel {
        try await connection().response()
    }
}

extension IDLRequest {
    /// Sends the request as it is now, and takes the response as it comes.
    ///
    /// - Parameters:
    ///   - rawResponseHandler: Called on the main actor with the response.
    ///   - errorHandler: Called on the main actor with a failure; not for a cancel.
    @discardableResult
    public func send(
        rawResponseHandler: @escaping @MainActor @Sendable (HTTPResponse) -> Void,
        errorHandler: @escaping @MainActor @Sendable (HIError) -> Void
    ) -> RequestFuture<HTTPResponse> {
        client.connection(SentRequest(self), RawResponseSpec(), onSuccess: rawResponseHandler).addOnError(errorHandler)
            .start()
    }

    /// The same.
    @discardableResult
    public func send(
        completion: @escaping @MainActor @Sendable (HTTPResponse) -> Void,
        errorHandler: @escaping @MainActor @Sendable (HIError) -> Void
    ) -> RequestFuture<HTTPResponse> {
        send(rawResponseHandler: completion, errorHandler: errorHandler)
    }
}
