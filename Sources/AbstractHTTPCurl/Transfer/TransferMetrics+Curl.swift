import AbstractHTTP
import AbstractHTTPLibcurl

extension TransferMetrics {
    /// The measurements of libcurl so far. libcurl reports durations since the start, in microseconds.
    init(_ easy: UnsafeMutableRawPointer, hasEnded: Bool) {
        func duration(_ info: LCInfo) -> Duration? {
            let microseconds = LCEasyInfo(easy, info)
            return microseconds > 0 ? .microseconds(microseconds) : nil
        }
        let newConnections = LCEasyInfo(easy, .newConnections)
        self.init(
            firstByte: duration(.firstByteTime), total: hasEnded ? duration(.totalTime) : nil,
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
