import AbstractHTTP
import AbstractHTTPLibcurl

extension ExchangeTiming {
    /// What libcurl has measured so far; it tells moments since the start, in microseconds.
    init(_ easy: UnsafeMutableRawPointer, hasEnded: Bool) {
        func moment(_ info: LCInfo) -> Duration? {
            let microseconds = LCEasyInfo(easy, info)
            return microseconds > 0 ? .microseconds(microseconds) : nil
        }
        self.init(firstByte: moment(.firstByteTime), total: hasEnded ? moment(.totalTime) : nil)
        guard LCEasyInfo(easy, .newConnections) > 0 else { return }
        nameLookup = moment(.nameLookupTime)
        connect = moment(.connectTime).map { $0 - (nameLookup ?? .zero) }
        if let connected = moment(.connectTime) { tls = moment(.tlsTime).map { $0 - connected } }
    }
}
