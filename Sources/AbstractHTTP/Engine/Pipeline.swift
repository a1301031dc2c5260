/// A connection, whatever its model is.
protocol PipelineOwner: ConnectionTask {
    var pipeline: Pipeline { get }
}

/// The engine behind every connection. It takes commands from any thread and runs one step at a time.
///
/// A pipeline is not generic, so that it is compiled once. ``Connection`` is its typed interface. A running generation
/// references the connection, which keeps the connection alive.
final class Pipeline: Sendable {
    final class Specs {
        let request: any RequestSpec
        let response: any ResponseSpec

        init(request: any RequestSpec, response: any ResponseSpec) {
            self.request = request
            self.response = response
        }
    }

    /// A caller that awaits `response()`.
    struct OutcomeWaiter: Sendable {
        let id: Int
        let caller: Caller
        let promise = Promise<Outcome>()
    }

    /// The session of a caller that awaits `response()`.
    struct Caller: Sendable {
        /// The sessions in which the caller began to wait, or those that it continues.
        let sessions: Sessions?
        /// Whether the caller continues something, such as a list of pages, that began in its sessions.
        let isContinuing: Bool
    }

    typealias StreamParser = (ResponseStream) throws -> ModelBox
    typealias BodyReader = @Sendable (ResponseStream) async throws -> ModelBox

    let config: ConnectionConfig
    let specs: UncheckedSendableBox<Specs>
    /// Whether the model is a stream, which is handed over while its body arrives.
    let isStreamed: Bool
    /// Whether the body is not collected: the model is a stream, or the spec reads the body itself.
    let isLive: Bool
    let state = LockedValue(State())

    init(_ specs: sending Specs, _ config: ConnectionConfig) {
        self.config = config
        let reading = specs.response.liveReading
        (isStreamed, isLive) = (reading?.isStream == true, reading != nil)
        self.specs = UncheckedSendableBox(specs)
    }

    /// The holder of the connection while it runs.
    var holder: ConnectionHolder? {
        config.holder ?? (state.withLock { $0.identifier == nil } ? nil : .unheld)
    }

    /// The current sessions, for a start that continues none.
    @inline(__always)
    func currentSessions() -> Sessions? {
        Sessions.current(config.sessionHolders, state.withLock { $0.setup?.value.sessionHolders ?? [] })
    }

    /// Returns an outcome as it is if it belongs to the sessions of the caller.
    ///
    /// No caller gets the model of another user. It gets the failure, unless it continues something: to that, a failure
    /// of later sessions means nothing.
    static func outcome(_ outcome: Outcome, of sessions: Sessions?, for caller: Caller) -> Outcome {
        guard let called = caller.sessions, let sessions, called !== sessions else { return outcome }
        let isLate = called.haveEnded(before: sessions)
        switch outcome {
        case .success:
            return isLate || sessions.haveEnded(before: called) ? .failure(signedOut) : outcome
        case .failure(let error):
            return isLate && caller.isContinuing && error.type != .canceled ? .failure(signedOut) : outcome
        }
    }

    /// The error for a caller whose session is over. Its request is not that of the later session.
    static var signedOut: ConnectionError {
        ConnectionError(
            type: .authorization, request: Request(url: .invalid("")), underlying: TokenRefreshError.signedOut)
    }

    /// The request of the last attempt.
    var lastRequest: Request { state.withLock(\.request) }

    /// The error of a cancel, for `reason` or for the reason of the current generation.
    func canceledError(_ reason: CancelReason? = nil) -> ConnectionError {
        state.withLock { $0.canceledError(reason) }
    }
}

extension Pipeline.State {
    /// The request of the last attempt. If there was none, a request without a URL.
    var request: Request { lastRequest?.request ?? Request(url: .invalid("")) }

    func canceledError(_ reason: CancelReason? = nil) -> ConnectionError {
        var error = ConnectionError(
            type: .canceled, request: request, attempts: generation.failures.records)
        error.cancelReason = reason ?? generation.cancelReason ?? .caller
        return error
    }
}

/// The outcome of a generation, as its waiters get it.
typealias Outcome = Result<ModelBox, ConnectionError>

/// How a generation has ended, and whether the next one has begun.
struct GenerationEnd: Sendable {
    /// Nil if the model was a stream, which was handed over long before the end.
    let outcome: Outcome?
    /// The sessions of its last attempt.
    let sessions: Sessions?
    let isReopened: Bool
}
