/// How far the body of a request or of a response has come.
public struct TransferProgress: Hashable, Sendable {
    /// Which of the two bodies.
    public enum Direction: Hashable, Sendable {
        /// The body of the request.
        case upload
        /// The body of the response.
        case download
    }

    /// Which of the two bodies.
    public var direction: Direction
    /// The number of bytes that have been transferred.
    public var bytes: Int
    /// The number of bytes in all, when it is known; not for a response that is decoded on its way.
    public var total: Int?

    /// Makes a progress.
    public init(direction: Direction, bytes: Int, total: Int? = nil) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// The part that has been transferred, from 0 to 1; nil when the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(bytes) / Double(total)) : 1
    }
}
