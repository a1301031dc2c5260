/// Takes a spec through the pipeline, once or again and again: request, response, model, with everybody told in order.
///
/// A generation is one `onStart … onEnd`; an attempt is one request inside it. Use it with callbacks or with `async`; both
/// are the same pipeline, and the order of events is in `Documentation/Connections.md`. A running connection keeps
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
    typealias Outcome = Result<ResponseModel, ConnectionError>

    struct Specs {
        let request: any RequestSpec
        let response: any ResponseSpec<ResponseModel>
    }

    struct State: Sendable {
        var lifecycle = Lifecycle()
        /// What the next generation begins with.
        var setup = Generation<ResponseModel>()
        /// What the present generation began with.
        var generation = Generation<ResponseModel>()
        /// What the present attempt awaits.
        var work: (any Abandonable)?
        /// A stream whose reader waits for the end of the generation.
        var unsettledStream: StreamRelay?
        var lastRequest: Request?
        var attemptCount = 0
        var failedAttempts: [Attempt] = []
        var waiters: [Promise<Outcome>] = []
        var identifier: String?
        var group: String?
    }

    let config: ConnectionConfig
    let specs: Sealed<Specs>
    let state: Guarded<State>

    /// Makes a connection that runs `spec`.
    ///
    /// - Parameter onSuccess: Called with the model of each generation that succeeds. Never called after a `cancel()` that
    ///   was made on the main actor.
    public convenience init<Spec: ConnectionSpec>(
        _ spec: sending Spec, config: ConnectionConfig = .shared,
        onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)? = nil
    ) where Spec.ResponseModel == ResponseModel {
        self.init(Specs(request: spec, response: spec), config: config, onSuccess: onSuccess)
    }

    /// Makes a connection of the two halves of a spec.
    public convenience init(
        requestSpec: sending some RequestSpec, responseSpec: sending some ResponseSpec<ResponseModel>,
        config: ConnectionConfig = .shared, onSuccess: (@MainActor @Sendable (ResponseModel) -> Void)? = nil
    ) {
        self.init(Specs(request: requestSpec, response: responseSpec), config: config, onSuccess: onSuccess)
    }

    private init(_ specs: sending Specs, config: ConnectionConfig, onSuccess: Generation<ResponseModel>.OnSuccess?) {
        self.config = config
        self.specs = Sealed(specs)
        var state = State()
        state.setup.onSuccess = onSuccess
        self.state = Guarded(state)
    }
}
