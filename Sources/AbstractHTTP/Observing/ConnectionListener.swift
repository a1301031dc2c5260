/// Receives the start and the end of every generation of a connection, always in pairs.
///
/// ```swift
/// @MainActor final class Spinner: ConnectionListener {
///     var count = 0
///     func onStart(connection: any ConnectionTask, request: Request) { count += 1 }
///     func onEnd(
///         connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?,
///         error: ConnectionError?
///     ) { count -= 1 }
/// }
/// ```
///
/// ### How listeners are called
///
/// This is the same for all listener protocols. The calls of one connection never overlap, and the connection waits for
/// each of them. The methods are `async`, so a class, an actor, and a `@MainActor` class conform with ordinary methods.
/// A model is `any Sendable`, so that it can be passed to any actor. A class without isolation can also write `Any`. A
/// listener may give the connection any command. It must not await the connection that calls it, because that would
/// wait for the listener. The call throws ``InvalidRequest/awaitsItself``.
///
/// The listeners of the config are called first, then those of the holder, then those of the connection, each in the
/// order in which they were added. A connection retains its listeners.
public protocol ConnectionListener: ConnectionEventListener {
    /// A generation starts. It is called once per generation, however many attempts follow.
    func onStart(connection: any ConnectionTask, request: Request) async
    /// A recovery policy that waits for the user is about to be asked. See ``RecoveryPolicy/waitsForUser``.
    func onWaitForUser(connection: any ConnectionTask) async
    /// The policy answered, or a command ended the wait. This call always follows ``onWaitForUser(connection:)``.
    func afterWaitForUser(connection: any ConnectionTask) async
    /// The generation ended with a model or with an error. After a cancel, the error has the type `.canceled`.
    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) async
    /// The same, for a class that is not isolated to an actor.
    func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?)
}

extension ConnectionListener {
    /// Does nothing.
    public func onStart(connection: any ConnectionTask, request: Request) async {}
    /// Does nothing.
    public func onWaitForUser(connection: any ConnectionTask) async {}
    /// Does nothing.
    public func afterWaitForUser(connection: any ConnectionTask) async {}
    /// Calls the method whose model is `Any?`.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        onEnd(connection: connection, response: response, responseModel: responseModel as Any?, error: error)
    }
    /// Does nothing.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?
    ) {}
}
