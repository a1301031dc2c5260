import AbstractHTTP
import Foundation

/// A request of a definition, and what has come of it.
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

    /// The definition, with what it takes from the default.
    public let definition: Definition
    /// The name by which the request is found.
    public let identifier: String
    /// The name of the group in which it is.
    public let groupIdentifier: String?
    /// What the context has.
    public let userInfo: [String: any Sendable]
    private let state = LockedValue(State())

    init(_ definition: Definition, _ context: RequestContext) {
        self.definition = definition
        // Those of definitions without a name are not alike.
        identifier = context.identifier ?? definition.name ?? UUID().uuidString
        groupIdentifier = context.groupIdentifier
        userInfo = context.userInfo
    }

    /// The request with which the last attempt began; nil before it was made.
    public var originalRequest: Request? { state.withLock(\.originalRequest) }
    /// The last request that was sent, which may be that of a redirect.
    public var currentRequest: Request? { state.withLock(\.currentRequest) }
    /// The last response.
    public var response: Response? { state.withLock(\.response) }
    /// What was made of the response; nil until then, and where that is nothing or a stream.
    public var responseObject: (any Sendable)? { state.withLock(\.object) }
    /// Why the request has failed, or that it was canceled.
    public var error: ConnectionError? { state.withLock(\.error) }
    /// Whether the request has succeeded.
    public var isSuccess: Bool { state.withLock(\.isSuccess) }
    /// Whether the request is over.
    public var isEnded: Bool { state.withLock(\.isEnded) }
    /// Whether the response is one that was kept.
    public var isFromCache: Bool { state.withLock(\.isFromCache) }

    /// Cancels the request: neither success nor failure are called any more, unless it is settled already.
    public func cancel() { cancel(because: .caller) }

    func cancel(because reason: CancelReason) { state.withLock { $0.connection }?.cancel(because: reason) }
}

extension DefinitionTask {
    func belong(to connection: any ConnectionTask) { state.withLock { $0.connection = connection } }

    /// Forgets what the last generation came to.
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

    /// - Parameter object: Nil for a stream: whoever releases that cancels the connection.
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
