import AbstractHTTP
import Dispatch

/// An endpoint whose callbacks are on a queue; made by ``ConfigurableEndpoint/queue(_:)``.
public struct QueuedEndpoint<Input: Encodable & Sendable, Output: Sendable>: ConfigurableEndpoint {
    /// Called with what a request comes to.
    public typealias Completion = @Sendable (Result<Output, ConnectionError>) -> Void

    /// What the endpoint is.
    public var definition: EndpointDefinition<Input, Output>
    let queue: DispatchQueue

    /// Starts a connection and returns it.
    ///
    /// - Parameter completion: Called once on the queue when the connection has succeeded or failed; not for a cancel,
    ///   nor after a `cancel()` that was made on the queue, where that is serial.
    @discardableResult
    public func request(_ input: Input, completion: @escaping Completion) -> Connection<Output> {
        start(connection(input), completion: completion)
    }

    func start(_ connection: Connection<Output>, completion: @escaping Completion) -> Connection<Output> {
        let scope = Configuration.scoped
        return connection.onResult(on: queue) { result in
            // A queue does not know the scope.
            Configuration.$scoped.withValue(scope) { completion(result) }
        }.start()
    }

    /// The same.
    @discardableResult
    public func callAsFunction(_ input: Input, completion: @escaping Completion) -> Connection<Output> {
        request(input, completion: completion)
    }
}

extension QueuedEndpoint where Input == None {
    /// Starts a connection and returns it; see ``request(_:completion:)``.
    @discardableResult
    public func request(completion: @escaping Completion) -> Connection<Output> {
        request(None(), completion: completion)
    }

    /// The same.
    @discardableResult
    public func callAsFunction(completion: @escaping Completion) -> Connection<Output> {
        request(None(), completion: completion)
    }
}

extension ConfigurableEndpoint {
    /// With callbacks on `queue` in place of the main actor.
    public func queue(_ queue: DispatchQueue) -> QueuedEndpoint<Input, Output> {
        QueuedEndpoint(definition: definition, queue: queue)
    }
}
