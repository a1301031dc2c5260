/// The progress of the body of a request or a response.
///
/// ```swift
/// connection.addOnProgress { progress in
///     guard progress.direction == .upload else { return }
///     bar.fraction = progress.fraction ?? 0
/// }
/// ```
public struct TransferProgress: Hashable, Sendable {
    /// The direction of the transfer.
    public enum Direction: Hashable, Sendable {
        /// The body of the request.
        case upload
        /// The body of the response.
        case download
    }

    /// The direction of the transfer.
    public var direction: Direction
    /// The number of transferred bytes.
    public var bytes: Int
    /// The total number of bytes, or nil if it is not known. It is not known for a response with a content coding, such
    /// as gzip.
    public var total: Int?

    /// Creates a progress value.
    public init(direction: Direction, bytes: Int, total: Int? = nil) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// The transferred fraction, from 0 to 1, or nil if the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(bytes) / Double(total)) : 1
    }
}
