/// Takes a spec through the pipeline, once or again and again: request, response, model, with everybody told in order.
///
/// A generation is one `onStart … onEnd`; an attempt is one request inside it. Use it with callbacks or with `async`;
/// both are the same pipeline, and the order of events is in `Documentation/Connections.md`. A running connection keeps
/// itself alive. What is added to a connection takes part from the next generation on.
///
/// ```swift
/// let text = try await Connection(SimplestSpec()).response()
///
/// Connection(SimplestSpec()) { text in print(text) }
///     .addOnError { error in print(error) }
///     .start()
/// ```
public final class Connection<ResponseModel: Sendable>: ConnectionTask {
    let pipeline: Pipeline

    /// Makes a connection that runs `spec`.
    ///
    /// - Parameter onSuccess: Called with the model of each generation that succeeds. Never called after a `cancel()`
    ///   that was made on the main actor.
    public convenience init<Spec: ConnectionSpec>(
        _ spec: sending Spec, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)? = nil
    ) where Spec.ResponseModel == ResponseModel {
        self.init(Pipeline.Specs(request: spec, response: spec), config, onSuccess)
    }

    /// Makes a connection of the two halves of a spec.
    public convenience init(
        requestSpec: sending some RequestSpec, responseSpec: sending some ResponseSpec<ResponseModel>,
        config: ConnectionConfig = .shared, onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)? = nil
    ) {
        self.init(Pipeline.Specs(request: requestSpec, response: responseSpec), config, onSuccess)
    }

    init(
        _ specs: sending Pipeline.Specs, _ config: ConnectionConfig,
        _ onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)?
    ) {
        pipeline = Pipeline(specs, config)
        guard let onSuccess else { return }
        setUp { setup in
            setup.onSuccess = { model in
                if let model = model.value as? ResponseModel { onSuccess(model) }
            }
        }
    }

    /// Runs a generation and returns its model; joins the one that runs, if any.
    ///
    /// Canceling the awaiting task cancels the connection. Throws when the generation failed, or was canceled
    /// (``ConnectionErrorType/canceled``); returns or throws after the last `onEnd`, but a ``ResponseStream`` is
    /// returned as soon as its head is accepted. Must not be awaited by a listener of the same connection.
    @concurrent
    public func response() async throws(ConnectionError) -> ResponseModel {
        let model = try await pipeline.outcome(for: self).get()
        // The pipeline's model is what this connection's spec returned.
        guard let model = model.value as? ResponseModel else { throw pipeline.canceledError() }
        return model
    }
}
