/// The one engine behind every connection, whatever its model: commands from anywhere, one step at a time in here.
///
/// It is not generic, so that it is compiled once and to the point; ``Connection`` is its typed face. The connection is
/// handed in by who drives, which also keeps it alive while it runs.
final class Pipeline: Sendable {
    final class Specs {
        let request: any RequestSpec
        let response: any ResponseSpec

        init(request: any RequestSpec, response: any ResponseSpec) {
            self.request = request
            self.response = response
        }
    }

    struct State: Sendable {
        var lifecycle = Lifecycle()
        /// What the next generation begins with; nil as long as nothing was added.
        var setup: CopyOnWrite<Generation>?
        /// What the present generation began with.
        var generation: CopyOnWrite<Generation>?
        /// What the present attempt awaits.
        var work: (any Abandonable)?
        /// A stream whose reader waits for the end of the generation.
        var unsettledStream: StreamRelay?
        var lastDraft: RequestDraft?
        var attemptCount = 0
        var failures = Failures()
        /// What the policies have made of the request of the present attempt.
        var preparedRequest: Request?
        /// The redirects that the present attempt has followed.
        var redirectCount = 0
        /// The key of the first request of the generation that had one; every other gets the same.
        var idempotencyKey: String?
        /// The command that waits for its time.
        var schedule: ScheduledRestart?
        /// The one that a cancel has taken back.
        var withdrawn: ScheduledRestart?
        /// Whether a cancel has come while the generation ran, also when it was too late for that.
        var isScheduleBarred = false
        /// How long the generation has taken, for its total.
        var totalWatch: Stopwatch?
        /// The deadlines that are counted.
        var timers: [Deadlines.Clock: DeadlineTimer] = [:]
        var waiters: [Joiner] = []
        var lastWaiterID = 0
        /// Whether the model of this attempt, a stream, was handed over: who waits now waits for the next generation.
        var isHandedOver = false
        /// Whether `cancel()` was called, which ends the waiting of everybody.
        var isCanceledForAll = false
        var cancelReason: CancelReason?
        /// What holds the present generation, and lets go of it when it ends.
        var holder: ConnectionHolder?
        var identifier: String?
        /// Whether the beginning of a generation cancels older connections of the same identifier.
        var replacesOlder = false
        var group: String?
    }

    /// Somebody who awaits `response()`.
    struct Joiner: Sendable {
        let id: Int
        let promise = Promise<Outcome>()
    }

    typealias StreamParser = (ResponseStream) throws -> AnyModel
    typealias BodyReader = @Sendable (ResponseStream) async throws -> AnyModel

    let config: ConnectionConfig
    let specs: Sealed<Specs>
    /// Whether the model is handed over while the body arrives.
    let isStreamed: Bool
    /// Whether the body is left to be read, by whoever has the model or to make it.
    let isLive: Bool
    let state = Guarded(State())

    init(_ specs: sending Specs, _ config: ConnectionConfig) {
        self.config = config
        isStreamed = specs.response.streamParser != nil
        isLive = isStreamed || specs.response.bodyReader != nil
        self.specs = Sealed(specs)
    }

    /// What holds the connection while it runs.
    var holder: ConnectionHolder? {
        config.holder ?? (state.withLock { $0.identifier == nil } ? nil : .unheld)
    }

    /// The error of a cancel: for `reason`, or for that of the present generation.
    func canceledError(_ reason: CancelReason? = nil) -> ConnectionError {
        let (request, attempts, known) = state.withLock { state in
            (state.lastDraft?.request, state.failures.attempts, state.cancelReason)
        }
        var error = ConnectionError(type: .canceled, request: request ?? Request(url: .invalid("")), attempts: attempts)
        error.cancelReason = reason ?? known ?? .caller
        return error
    }
}

extension ResponseSpec {
    /// The model, its type forgotten.
    func model(of response: Response) throws -> AnyModel { AnyModel(try parseResponse(response: response)) }

    /// The model of a response that is not valid, its type forgotten.
    func model(of response: Response, by fallback: any ModelFallback) throws -> AnyModel? {
        try fallback.model(of: response, as: ResponseModel.self).map { AnyModel($0) }
    }

    /// The stream parser, its model's type forgotten.
    var erasedStreamParser: Pipeline.StreamParser? {
        streamParser.map { parser in { AnyModel(try parser($0)) } }
    }

    /// The body reader, its model's type forgotten.
    var erasedBodyReader: Pipeline.BodyReader? {
        guard let bodyReader else { return nil }
        return { stream in AnyModel(try await bodyReader(stream)) }
    }
}
