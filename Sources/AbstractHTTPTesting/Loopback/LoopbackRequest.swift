import AbstractHTTP
import Foundation

/// A request as ``LoopbackServer`` received it.
public struct LoopbackRequest: Sendable {
    /// Every byte of it, from the first of the request line to the last of the body, as far as bytes are kept.
    public var raw: Data
    /// The method.
    public var method: HTTPMethod
    /// The target as it was sent: the path and the query, still encoded.
    public var target: String
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, without its framing, as far as bytes are kept.
    public var body: Data
    /// The number of bytes of the body, those included that are not kept.
    public var bodyLength: Int

    /// The part of the target before `?`.
    public var path: String { target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? "" }

    /// The part of the target after `?`, if it has one.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }
}
