/// A part of a streamed body is larger than its reader allows.
public struct StreamLimitExceeded: Error, Hashable, Sendable {
    /// A part of a stream.
    public enum Part: String, Hashable, Sendable, CustomStringConvertible {
        /// A line.
        case line
        /// A server-sent event.
        case event
        /// An element of a JSON text sequence (RFC 7464).
        case text
        /// The header fields of a part of a multipart body.
        case head
        /// A part of a multipart body.
        case part

        /// The name of the part.
        public var description: String { rawValue }
    }

    /// The part that is too large.
    public let part: Part
    /// The limit, in bytes.
    public let limit: Int

    /// Creates an error.
    public init(_ part: Part, limit: Int) {
        self.part = part
        self.limit = limit
    }
}

extension StreamLimitExceeded: CustomStringConvertible {
    /// What happened, and what to do.
    public var description: String {
        let article = part == .event ? "an" : "a"
        return """
            \(article) \(part) of the stream is larger than the limit of \(limit) bytes; pass a higher limit if that is \
            expected
            """
    }
}
