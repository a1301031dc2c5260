import AbstractHTTP
import Foundation

/// A request that a ``LoopbackServer`` received.
public struct LoopbackRequest: Sendable {
    /// All bytes of the request, from the request line to the end of the body. Of a long body, only the kept part is
    /// included.
    public var raw: Data
    /// The method.
    public var method: HTTPMethod
    /// The target as it was sent: the path and the query, encoded.
    public var target: String
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body without its framing. Of a long body, only the kept part is included.
    public var body: Data
    /// The number of bytes of the whole body.
    public var bodyLength: Int

    /// The part of the target before `?`.
    public var path: String { target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? "" }

    /// The part of the target after `?`, if it has one.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }
}
