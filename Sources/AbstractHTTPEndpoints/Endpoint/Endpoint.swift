import AbstractHTTP

/// An endpoint whose callbacks run on the main actor.
///
/// ```swift
/// enum APIs {
///     static let login = POST<Account, UserInfo>("api/v1/login")
/// }
///
/// let user = try await APIs.login(account)
///
/// APIs.login.request(account) { result in
///     switch result {
///     case .success(let user): show(user)
///     case .failure(let error): show(error)
///     }
/// }
/// ```
///
/// To add a method, define a ``MethodEndpoint``.
public protocol Endpoint<Input, Output>: ConfigurableEndpoint {}

extension Endpoint {
    /// Receives the result of a request.
    public typealias Completion = @MainActor @Sendable (Result<Output, ConnectionError>) -> Void

    /// Starts a connection and returns it.
    ///
    /// - Parameters:
    ///   - input: The input of the endpoint.
    ///   - completion: Called once when the connection succeeds or fails. It is not called for a cancel, or after a
    ///     `cancel()` on the main actor. To observe a cancel, use `addOnEnd` of `connection(_:)`.
    @discardableResult
    public func request(_ input: Input, completion: @escaping Completion) -> Connection<Output> {
        start(.success(input), completion: completion)
    }

    /// The same as `request(_:completion:)`.
    @discardableResult
    public func callAsFunction(_ input: Input, completion: @escaping Completion) -> Connection<Output> {
        request(input, completion: completion)
    }

    func start(_ input: Result<Input, HTTPContentError>, completion: @escaping Completion) -> Connection<Output> {
        definition.connection(of: input) { completion(.success($0)) }
            .addOnError { completion(.failure($0)) }
            .start()
    }
}

extension Endpoint where Input == None {
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

extension ConfigurableEndpoint where Output == None {
    /// Starts a connection without a completion, and returns it.
    @discardableResult
    public func request(_ input: Input) -> Connection<None> { connection(input).start() }
}

extension ConfigurableEndpoint where Input == None, Output == None {
    /// Starts a connection without a completion, and returns it.
    @discardableResult
    public func request() -> Connection<None> { request(None()) }
}
