import Dispatch

/// The listeners, policies, and settings that were added to a connection. Each generation begins with a copy.
struct ConnectionSetup: Sendable {
    typealias OnSuccess = @MainActor @Sendable (ModelBox) -> Void
    typealias OnError = @MainActor @Sendable (ConnectionError) -> Void
    typealias OnEnd = @MainActor @Sendable (Response?, ModelBox?, ConnectionError?) -> Void

    var listeners = Listeners()
    var recoveries: [any RecoveryPolicy] = []
    var middleware: [any HTTPMiddleware] = []
    var redirects: RedirectPolicy?
    /// Replaces the connector of the config.
    var connector: ChosenConnector?
    var deadlines: Deadlines?
    /// Replaces the URL of the spec.
    var target: (any RequestTarget)?
    var onSuccess: OnSuccess?
    /// Set by `onResult` together with ``onSuccess``.
    var onFailure: OnError?
    var onError: [OnError] = []
    var onEnd: [OnEnd] = []
    var completion: Completion?

    /// The closures to call on the main actor when a generation succeeds, or nil if there are none.
    func callback(of model: ModelBox) -> (@MainActor @Sendable () -> Void)? {
        guard let onSuccess else { return nil }
        return { onSuccess(model) }
    }

    /// The closures to call on the main actor when a generation fails, or nil if there are none.
    func callback(of error: ConnectionError) -> (@MainActor @Sendable () -> Void)? {
        guard onFailure != nil || !onError.isEmpty else { return nil }
        return { [onFailure, onError] in
            onFailure?(error)
            for closure in onError { closure(error) }
        }
    }
}

/// Replaces the URL of a connection's requests, for example with that of the next page of a list.
package protocol RequestTarget: AnyObject, Sendable {
    /// Returns the request with its new URL. Called before the policies adapt the request.
    func aim(_ request: Request, _ config: ConnectionConfig) throws -> Request
    /// Removes credentials that are not for the new URL. Called after the policies.
    func secure(_ request: Request, _ config: ConnectionConfig) -> Request
}

extension CopyOnWrite<ConnectionSetup> {
    /// The setup of a connection to which nothing was added.
    static let plain = CopyOnWrite(ConnectionSetup())
}

/// A closure that receives the outcome on a queue of the user's choice.
struct Completion: Sendable {
    let queue: DispatchQueue
    let closure: @Sendable (Outcome) -> Void

    /// Calls the closure if `isCurrent` returns true on the queue. Returns whether it did.
    func call(with outcome: Outcome, if isCurrent: @escaping @Sendable () -> Bool) async -> Bool {
        let isCalled = Promise<Bool>()
        queue.async {
            let isCurrent = isCurrent()
            if isCurrent { closure(outcome) }
            isCalled.fulfill(isCurrent)
        }
        return await isCalled.value()
    }
}
