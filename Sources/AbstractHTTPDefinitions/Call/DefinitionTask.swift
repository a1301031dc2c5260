import AbstractHTTP
import Foundation

/// A request of a definition, and its result.
public final class DefinitionTask: Sendable {
    private struct State: Sendable {
        weak var connection: (any ConnectionTask)?
        var originalRequest: Request?
        var currentRequest: Request?
        var response: Response?
        var object: (any Sendable)?
        var error: ConnectionError?
        var isSuccess = false
        var isEnded = false
        var isFromCache = false
    }

    /// The definition, completed from the default definition.
    public var definition: Definition { _read { yield complete.definition } }
    /// The identifier by which the request can be found and canceled.
    public let identifier: String
    /// The group of the request.
    public let groupIdentifier: String?
    /// The user info of the context.
    public let userInfo: [String: any Sendable]
    let complete: CompleteDefinition
    private let state = LockedValue(State())

    init(_ complete: CompleteDefinition, _ context: RequestContext) {
        self.complete = complete
        // Each request of a definition without a name gets a unique identifier.
        identifier = context.identifier ?? complete.definition.name ?? UUID().uuidString
        groupIdentifier = context.groupIdentifier
        userInfo = context.userInfo
    }

    /// The request of the last attempt before redirects, or nil before it is built.
    public var originalRequest: Request? { state.withLock(\.originalRequest) }
    /// The last request that was sent, which can be that of a redirect.
    public var currentRequest: Request? { state.withLock(\.currentRequest) }
    /// The last response.
    public var response: Response? { state.withLock(\.response) }
    /// The object that was decoded from the response. It is nil until then, and for streams.
    public var responseObject: (any Sendable)? { state.withLock(\.object) }
    /// The failure or the cancel of the request.
    public var error: ConnectionError? { state.withLock(\.error) }
    /// Whether the request succeeded.
    public var isSuccess: Bool { state.withLock(\.isSuccess) }
    /// Whether the request has ended.
    public var isEnded: Bool { state.withLock(\.isEnded) }
    /// Whether the response comes from the cache.
    public var isFromCache: Bool { state.withLock(\.isFromCache) }

    /// Cancels the request. Unless its outcome is already settled, neither `success` nor `failure` is called.
    public func cancel() { cancel(because: .caller) }

    func cancel(because reason: CancelReason) { state.withLock { $0.connection }?.cancel(because: reason) }
}

extension DefinitionTask {
    func belong(to connection: any ConnectionTask) { state.withLock { $0.connection = connection } }

    /// Discards the outcome of the previous generation.
    func begin() {
        state.change { state in
            var next = State()
            (next.connection, next.originalRequest) = (state.connection, state.originalRequest)
            state = next
        }
    }

    func note(original request: Request) { state.change { $0.originalRequest = request } }

    func note(sent request: Request) { state.change { $0.currentRequest = request } }

    func note(_ response: Response, isFromCache: Bool) {
        state.change { ($0.response, $0.isFromCache) = (response, isFromCache) }
    }

    /// - Parameter object: Nil for a stream, which the task must not retain. Releasing a stream cancels its connection.
    func succeed(with object: (any Sendable)?) {
        state.change { ($0.object, $0.isSuccess, $0.isEnded) = (object, true, true) }
    }

    func fail(with error: ConnectionError) {
        state.change { state in
            (state.error, state.isEnded) = (error, true)
            state.response = error.response ?? state.response
        }
    }
}
