import AbstractHTTP
import Foundation

extension ConfigurableEndpoint {
    /// Sets a header field, which replaces others with the same name. Nil removes the field of ``Configuration``.
    public func header(name: String, value: String?) -> Self {
        let name = HTTPHeaderName(rawValue: name)
        return with { definition in
            if name == .authorization { (definition.authorization, definition.tokenRefresh) = (nil, nil) }
            definition.headers.updateValue(value, forKey: name)
        }
    }

    /// Sets header fields, which replace others with the same names. Nil removes a field of ``Configuration``.
    public func headers(_ headers: [String: String?]) -> Self {
        // Sort the names so that the same one always wins if two differ only in case.
        headers.sorted { $0.key < $1.key }.reduce(self) { $0.header(name: $1.key, value: $1.value) }
    }

    /// Sets the encoder of the input for any method: `.form`, `.json`, `.query`, or `.multipart`.
    public func encoder(_ encoder: any ContentEncoder) -> Self { with { $0.encoder = encoder } }

    /// Sets the `Authorization`, which is evaluated for each attempt. An error ends the attempt with
    /// ``AbstractHTTP/ConnectionErrorType/invalidRequest``. A ``AbstractHTTP/TokenRefresh`` does not replace it.
    ///
    /// ```swift
    /// let profile = GET<None, Profile>("v1/me").authenticate(try .basic(user: "ada", password: "secret"))
    /// ```
    public func authenticate(_ authorization: @autoclosure @escaping @Sendable () throws -> Authorization) -> Self {
        with { definition in
            definition.tokenRefresh = nil
            definition.headers[.authorization] = nil
            definition.authorization = authorization
        }
    }

    /// Sends a token, which is refreshed if the server rejects it.
    public func authenticate(_ refresh: TokenRefresh) -> Self {
        with { definition in
            definition.tokenRefresh = refresh
            definition.headers[.authorization] = nil
            definition.authorization = nil
        }
    }

    /// Adds a random `Idempotency-Key`, so that the request can be retried regardless of its method.
    public func idempotencyKey() -> Self { with { $0.carriesIdempotencyKey = true } }

    /// Sets how long an attempt can take, in seconds, from the creation of the request until the response is complete.
    public func timeoutInterval(_ seconds: TimeInterval) -> Self { timeoutInterval(Duration(interval: seconds)) }

    /// Sets how long an attempt can take. Use ``AbstractHTTP/Deadlines/never`` for no limit.
    public func timeoutInterval(_ duration: Duration) -> Self { with { $0.deadlines.attempt = duration } }

    /// The same as ``timeoutInterval(_:)-(TimeInterval)``.
    public func setTimeoutInterval(_ seconds: TimeInterval) -> Self { timeoutInterval(seconds) }

    /// Sets deadlines. Each deadline that is set here overrides the deadline of the config.
    public func deadlines(_ deadlines: Deadlines) -> Self {
        with { $0.deadlines = deadlines.within($0.deadlines) }
    }

    /// Sets which redirects are followed. This overrides the config.
    public func redirect(_ policy: RedirectPolicy) -> Self { with { $0.redirects = policy } }
}
