/// Limits on the size and the speed of bodies, for each direction.
///
/// ```swift
/// var config = ConnectionConfig()
/// config.limits.download = TransferLimits.Limit(bytesPerSecond: 500_000)
/// config.limits.upload = TransferLimits.Limit(maximumBytes: 10 << 20)
/// ```
public struct TransferLimits: Hashable, Sendable {
    /// The limits of one direction.
    ///
    /// ```swift
    /// config.limits.download = TransferLimits.Limit(maximumBytes: 10 << 20, bytesPerSecond: 500_000)
    /// ```
    public struct Limit: Hashable, Sendable {
        /// The maximum size of a body in bytes, or nil for no limit.
        public var maximumBytes: Int?
        /// The maximum speed of each body in bytes per second (at least 1), or nil for no limit.
        public var bytesPerSecond: Int?

        /// Creates limits. Default: none.
        public init(maximumBytes: Int? = nil, bytesPerSecond: Int? = nil) {
            self.maximumBytes = maximumBytes
            self.bytesPerSecond = bytesPerSecond
        }

        /// No limits.
        public static let none = Self()
    }

    /// The limits of request bodies. A larger body fails with ``ConnectionErrorType/bodyTooLarge``, before anything is
    /// sent if its length is known.
    public var upload: Limit
    /// The limits of response bodies, including those that are read while they arrive. A larger body fails with
    /// ``ConnectionErrorType/bodyTooLarge``, before any byte is read if its length is known.
    /// ``ConnectionConfig/maximumResponseBytes`` limits bodies that are collected in memory.
    public var download: Limit

    /// Creates limits. Default: none.
    public init(upload: Limit = .none, download: Limit = .none) {
        self.upload = upload
        self.download = download
    }
}
