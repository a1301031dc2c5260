import AbstractHTTP
import Dispatch

/// An endpoint whose callbacks run on a queue. ``ConfigurableEndpoint/queue(_:)`` creates it.
public struct QueuedEndpoint<Input: Encodable & Sendable, Output: Sendable>: ConfigurableEndpoint {
    /// Receives the result of a request.
    public typealias Completion = @Sendable (Result<Output, ConnectionError>) -> Void

    /// The definition of the endpoint.
    public var definition: EndpointDefinition<Input, Output>
    let queue: DispatchQueue

    /// Starts a connection and returns it.
    ///
    /// - Parameters:
    ///   - input: The input of the endpoint.
    ///   - completion: Called once on the queue when the connection succeeds or fails. It is not called for a cancel.
    ///     On a serial queue, it is also not called after a `cancel()` on that queue.
    @discardableResult
    public func request(_ input: Input, completion: @escaping Completion) -> Connection<Output> {
        start(connection(input), completion: completion)
    }

    func start(_ connection: Connection<Output>, completion: @escaping Completion) -> Connection<Output> {
        let scope = Configuration.scoped
        return connection.onResult(on: queue) { result in
            // A queue does not inherit the scope.
            Configuration.ofProcess.within(scope) { completion(result) }
        }.start()
    }

    /// The same as `request(_:completion:)`.
    @discardableResult
    public func callAsFunction(_ input: Input, completion: @escaping Completion) -> Connection<Output> {
        request(input, completion: completion)
    }
}

extension QueuedEndpoint where Input == None {
    /// Starts a connection and returns it. See `request(_:completion:)`.
    @discardableResult
    public func request(completion: @escaping Completion) -> Connection<Output> {
        request(None(), completion: completion)
    }

    /// The same as `request(_:completion:)`.
    @discardableResult
    public func callAsFunction(completion: @escaping Completion) -> Connection<Output> {
        request(None(), completion: completion)
    }
}

extension ConfigurableEndpoint {
    /// Returns the endpoint with callbacks on `queue` instead of the main actor.
    public func queue(_ queue: DispatchQueue) -> QueuedEndpoint<Input, Output> {
        QueuedEndpoint(definition: definition, queue: queue)
    }
}
