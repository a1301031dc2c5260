/// A part of a body that is read as a stream is larger than its reader allows.
public struct StreamLimitExceeded: Error, Hashable, Sendable {
    /// A part of a stream.
    public enum Part: String, Hashable, Sendable, CustomStringConvertible {
        /// A line.
        case line
        /// A server-sent event.
        case event
        /// A text of a JSON text sequence.
        case text
        /// The header fields of a part of a multipart body.
        case head
        /// A part of a multipart body.
        case part

        /// Its name.
        public var description: String { rawValue }
    }

    /// What is too large.
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
        "a \(part) of the stream is larger than the limit of \(limit) bytes; pass a higher limit if that is expected"
    }
}
