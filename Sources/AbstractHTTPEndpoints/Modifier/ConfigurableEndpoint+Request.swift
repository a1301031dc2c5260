import AbstractHTTP
import Foundation

extension ConfigurableEndpoint {
    /// With a header field in place of others of its name; nil takes away that of ``Configuration``.
    public func header(name: String, value: String?) -> Self {
        let name = HTTPHeaderName(rawValue: name)
        return with { definition in
            if name == .authorization { (definition.authorization, definition.tokenRefresh) = (nil, nil) }
            definition.headers.updateValue(value, forKey: name)
        }
    }

    /// With header fields in place of others of their names; nil takes those of ``Configuration`` away.
    public func headers(_ headers: [String: String?]) -> Self {
        // Sorted, so that of two names that differ in their case always the same one wins.
        headers.sorted { $0.key < $1.key }.reduce(self) { $0.header(name: $1.key, value: $1.value) }
    }

    /// With an input that is written by `encoder`, whatever the method: `.form`, `.json`, `.query`, `.multipart`.
    public func encoder(_ encoder: any ContentEncoder) -> Self { with { $0.encoder = encoder } }

    /// With an `Authorization`, evaluated for each attempt; what it throws ends the attempt with
    /// ``ConnectionErrorType/invalidRequest``. No ``TokenRefresh`` puts its own in its place.
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

    /// With a token that is renewed where it is refused.
    public func authenticate(_ refresh: TokenRefresh) -> Self {
        with { definition in
            definition.tokenRefresh = refresh
            definition.headers[.authorization] = nil
            definition.authorization = nil
        }
    }

    /// With a random `Idempotency-Key`, so that it may be retried, whatever its method.
    public func idempotencyKey() -> Self { with { $0.carriesIdempotencyKey = true } }

    /// With so many seconds for an attempt, from the making of the request until the whole response is there.
    public func timeoutInterval(_ seconds: TimeInterval) -> Self { timeoutInterval(Duration(interval: seconds)) }

    /// With so much time for an attempt; ``Deadlines/never`` for no limit.
    public func timeoutInterval(_ duration: Duration) -> Self { with { $0.deadlines.attempt = duration } }

    /// The same as ``timeoutInterval(_:)-(TimeInterval)``.
    public func setTimeoutInterval(_ seconds: TimeInterval) -> Self { timeoutInterval(seconds) }

    /// With other deadlines, clock by clock.
    public func deadlines(_ deadlines: Deadlines) -> Self {
        with { $0.deadlines = deadlines.within($0.deadlines) }
    }

    /// With another policy for redirects than that of the config.
    public func redirect(_ policy: RedirectPolicy) -> Self { with { $0.redirects = policy } }
}
