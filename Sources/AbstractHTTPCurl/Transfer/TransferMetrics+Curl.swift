import AbstractHTTP
import AbstractHTTPLibcurl

extension TransferMetrics {
    /// The measurements of libcurl so far. libcurl reports durations since the start, in microseconds.
    ///
    /// - Parameter firstByte: The time until the first byte, or nil if libcurl measures it.
    init(_ easy: UnsafeMutableRawPointer, firstByte: Duration?, hasEnded: Bool) {
        func duration(_ info: LCInfo) -> Duration? {
            let microseconds = LCEasyInfo(easy, info)
            return microseconds > 0 ? .microseconds(microseconds) : nil
        }
        let newConnections = LCEasyInfo(easy, .newConnections)
        let total = hasEnded ? duration(.totalTime) : nil
        self.init(
            // The transfer begins a little before libcurl starts to measure.
            firstByte: firstByte.map { min($0, total ?? $0) } ?? duration(.firstByteTime), total: total,
            isReusedConnection: newConnections == 0, networkProtocol: Self.networkProtocol(easy))
        guard newConnections > 0 else { return }
        nameLookup = duration(.nameLookupTime)
        connect = duration(.connectTime).map { $0 - (nameLookup ?? .zero) }
        if let connected = duration(.connectTime) { tls = duration(.tlsTime).map { $0 - connected } }
    }

    private static func networkProtocol(_ easy: UnsafeMutableRawPointer) -> String? {
        switch LCEasyInfo(easy, .httpVersion) {
        case Int64(LCHTTPVersion1Dot0): "http/1.0"
        case Int64(LCHTTPVersion1): "http/1.1"
        case Int64(LCHTTPVersion2): "h2"
        case Int64(LCHTTPVersion3): "h3"
        default: nil
        }
    }
}
