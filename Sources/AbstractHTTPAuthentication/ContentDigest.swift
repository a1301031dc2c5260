import AbstractHTTP
import Foundation

/// Adds a `Content-Digest` field with the SHA-256 hash of the body to each request that has a body (RFC 9530).
///
/// ```swift
/// config.middleware.append(ContentDigest())
/// ```
///
/// The hash is computed before the request is sent, so the body is read twice. A request whose body can be sent only
/// once gets no field. A request that has its own field keeps it.
public struct ContentDigest: HTTPMiddleware {
    /// Creates the middleware.
    public init() {}

    /// Returns the value of the field for a body, for example `sha-256=:X48E9q…:`.
    ///
    /// - Throws: The errors of reading the body.
    public static func value(of body: RequestBody) async throws -> String {
        "sha-256=:\(Data(try await SHA256.hash(body)).base64EncodedString()):"
    }

    /// Adds the field, and sends the request.
    public func intercept(_ request: Request, next: any HTTPConnector) async throws -> ResponseStream {
        guard let body = request.body, body.replay != .single, request.headers[.contentDigest] == nil else {
            return try await next.execute(request)
        }
        var request = request
        request.headers[.contentDigest] = try await Self.value(of: body)
        return try await next.execute(request)
    }
}

extension HTTPHeaderName {
    fileprivate static let contentDigest: Self = "Content-Digest"
}

/// A secret key that signs messages with HMAC-SHA-256 (RFC 2104). Its descriptions do not show the key.
///
/// ```swift
/// let key = HMACKey("secret".utf8)
/// let signature = key.signature(of: "message".utf8)
/// key.isValid(signature, of: "message".utf8)    // true
/// ```
public struct HMACKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let bytes: [UInt8]

    /// Creates a key. RFC 2104 recommends at least 32 bytes.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// Returns the signature of a message (32 bytes).
    public func signature(of message: some Sequence<UInt8>) -> Data {
        Data(SHA256.authenticationCode(of: message, key: bytes))
    }

    /// Returns whether `signature` is the signature of a message. The time it takes does not depend on the content of
    /// the signature.
    public func isValid(_ signature: some Sequence<UInt8>, of message: some Sequence<UInt8>) -> Bool {
        self.signature(of: message).equalsInConstantTime(signature)
    }

    /// A text that does not depend on the key.
    public var description: String { "HMACKey(<redacted>)" }

    /// A mirror without members.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
