import AbstractHTTP

/// Records every call of a connection's listeners, so that a test can compare the list.
///
/// ```swift
/// let recorder = EventRecorder()
/// _ = try await Connection(spec, config: config).recorded(by: recorder).response()
/// #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
/// ```
public final class EventRecorder: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
    /// The name of a call of a listener or a closure.
    public enum Event: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// The `onStart(connection:request:)` of a `ConnectionListener`.
        case onStart
        /// The `onRedirect(connection:redirect:)` of a `ConnectionResponseListener`.
        case onRedirect
        /// The `onReceived(connection:response:)` of a `ConnectionResponseListener`.
        case onReceived
        /// The `onReceivedModel(connection:responseModel:)` of a `ConnectionResponseListener`.
        case onReceivedModel
        /// The `onSuccess` closure of a `Connection`.
        case onSuccess
        /// The `afterSuccess(connection:responseModel:)` of a `ConnectionResponseListener`.
        case afterSuccess
        /// The `onNetworkError(connection:error:)` of a `ConnectionErrorListener`.
        case onNetworkError
        /// The `onResponseError(connection:response:)` of a `ConnectionErrorListener`.
        case onResponseError
        /// The `onParseError(connection:response:error:)` of a `ConnectionErrorListener`.
        case onParseError
        /// The `onValidationError(connection:response:responseModel:)` of a `ConnectionErrorListener`.
        case onValidationError
        /// The `onCanceled(connection:)` of a `ConnectionErrorListener`.
        case onCanceled
        /// The `addOnError(_:)` closure of a `Connection`.
        case onError
        /// The `afterError(connection:response:responseModel:error:)` of a `ConnectionErrorListener`.
        case afterError
        /// The `onWaitForUser(connection:)` of a `ConnectionListener`.
        case onWaitForUser
        /// The `afterWaitForUser(connection:)` of a `ConnectionListener`.
        case afterWaitForUser
        /// The `onEnd(connection:response:responseModel:error:)` of a `ConnectionListener`.
        case onEnd

        /// The name of the call.
        public var description: String { rawValue }
    }

    private struct State {
        var events: [Event] = []
        var outcomes: [ConnectionErrorType?] = []
        var inside = 0
        var overlaps = 0
        var waits: [Event: ThresholdWaiters] = [:]
    }

    private let state = LockedValue(State())
    private let rejected: Set<Event>
    private let onEvent: @Sendable (Event, any ConnectionTask) async -> Void

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - rejected: The calls that return `false`. Only `.onReceived` and `.onReceivedModel` have an effect.
    ///   - onEvent: Called inside each call of a listener. It can give commands to the connection.
    public init(
        rejecting rejected: Set<Event> = [],
        onEvent: @escaping @Sendable (Event, any ConnectionTask) async -> Void = { _, _ in }
    ) {
        self.rejected = rejected
        self.onEvent = onEvent
    }

    /// The calls so far.
    public var events: [Event] { state.withLock(\.events) }

    /// The error type of each generation that ended, or nil for a success.
    public var outcomes: [ConnectionErrorType?] { state.withLock(\.outcomes) }

    /// The number of calls that started before another one had returned. It is 0 for one connection.
    public var overlaps: Int { state.withLock(\.overlaps) }

    /// Records a call of a closure, such as that of `addOnError`.
    public func record(_ event: Event) {
        let reached = state.withLock { state in
            state.events.append(event)
            return state.waits[event, default: ThresholdWaiters()].reached(state.events.count { $0 == event })
        }
        for promise in reached { promise.fulfill(()) }
    }

    /// Waits until `event` has been recorded `count` times, or the task is canceled.
    public func wait(for event: Event, count: Int = 1) async {
        let promise: Promise<Void>? = state.withLock { state in
            let present = state.events.count { $0 == event }
            return state.waits[event, default: ThresholdWaiters()].wait(for: count, present: present)
        }
        await promise?.valueUnlessCanceled()
    }

    private func note(_ event: Event, _ connection: any ConnectionTask) async {
        state.withLock { state in
            state.inside += 1
            if state.inside > 1 { state.overlaps += 1 }
        }
        record(event)
        await onEvent(event, connection)
        state.withLock { $0.inside -= 1 }
    }

    /// Records the call.
    public func onStart(connection: any ConnectionTask, request: Request) async {
        await note(.onStart, connection)
    }

    /// Records the call.
    public func onWaitForUser(connection: any ConnectionTask) async {
        await note(.onWaitForUser, connection)
    }

    /// Records the call.
    public func afterWaitForUser(connection: any ConnectionTask) async {
        await note(.afterWaitForUser, connection)
    }

    /// Records the call and the outcome.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) async {
        state.withLock { $0.outcomes.append(error?.type) }
        await note(.onEnd, connection)
    }

    /// Records the call.
    public func onRedirect(connection: any ConnectionTask, redirect: Redirect) async {
        await note(.onRedirect, connection)
    }

    /// Records the call.
    public func onReceived(connection: any ConnectionTask, response: Response) async -> Bool {
        await note(.onReceived, connection)
        return !rejected.contains(.onReceived)
    }

    /// Records the call.
    public func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool {
        await note(.onReceivedModel, connection)
        return !rejected.contains(.onReceivedModel)
    }

    /// Records the call.
    public func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async {
        await note(.afterSuccess, connection)
    }

    /// Records the call.
    public func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async {
        await note(.onNetworkError, connection)
    }

    /// Records the call.
    public func onResponseError(connection: any ConnectionTask, response: Response) async {
        await note(.onResponseError, connection)
    }

    /// Records the call.
    public func onParseError(connection: any ConnectionTask, response: Response, error: any Error) async {
        await note(.onParseError, connection)
    }

    /// Records the call.
    public func onValidationError(
        connection: any ConnectionTask, response: Response, responseModel: any Sendable
    ) async {
        await note(.onValidationError, connection)
    }

    /// Records the call.
    public func onCanceled(connection: any ConnectionTask) async {
        await note(.onCanceled, connection)
    }

    /// Records the call.
    public func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) async {
        await note(.afterError, connection)
    }
}

extension Connection {
    /// Adds `recorder` as a listener of all kinds, and records calls of the error closure.
    @discardableResult
    public func recorded(by recorder: EventRecorder) -> Self {
        return addListener(recorder).addOnError { _ in recorder.record(.onError) }
    }
}
