/// How many bytes a body may have, and how fast it may be transferred, each way.
///
/// ```swift
/// var config = ConnectionConfig()
/// config.limits.download = TransferLimits.Limit(bytesPerSecond: 500_000)
/// config.limits.upload = TransferLimits.Limit(maximumBytes: 10 << 20)
/// ```
public struct TransferLimits: Hashable, Sendable {
    /// The limit of one way.
    public struct Limit: Hashable, Sendable {
        /// The most bytes of a body; nil for any number.
        public var maximumBytes: Int?
        /// The most bytes a second, of each body by itself; nil for as fast as it goes. At least 1.
        public var bytesPerSecond: Int?

        /// Makes a limit; none by default.
        public init(maximumBytes: Int? = nil, bytesPerSecond: Int? = nil) {
            self.maximumBytes = maximumBytes
            self.bytesPerSecond = bytesPerSecond
        }

        /// Neither size nor speed are limited.
        public static let none = Self()
    }

    /// The limit of the bodies of requests. More bytes end the attempt with ``ConnectionErrorType/bodyTooLarge``,
    /// before anything is sent where the length is known.
    public var upload: Limit
    /// The limit of the bodies of responses, also of those that are read while they arrive. More bytes end the attempt
    /// with ``ConnectionErrorType/bodyTooLarge``, before any is read where the length is known. See also
    /// ``ConnectionConfig/maximumResponseBytes``, for bodies that are collected in memory.
    public var download: Limit

    /// Makes limits; none by default.
    public init(upload: Limit = .none, download: Limit = .none) {
        self.upload = upload
        self.download = download
    }
}
