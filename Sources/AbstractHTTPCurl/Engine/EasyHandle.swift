import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// What libcurl carries one request with; used again for others. Belongs to who has the turn.
final class EasyHandle: CCallbackContext {
    let easy: UnsafeMutableRawPointer
    /// Its owner, until that is shut down.
    let engine: CurlEngine
    private(set) var transfer: Transfer?

    /// What libcurl has been told, and keeps.
    var url = ""
    var hasTarget = false
    /// The URL in its parts, when it was sent more than once: to take it apart is a seventh of what libcurl does for a
    /// request.
    private var parsedURL: UnsafeMutableRawPointer?
    /// Nil before the first transfer.
    var headers: HTTPHeaders?
    var headersHaveBody = false
    var headerList = HeaderList([])
    var shape = RequestShape.get
    var pins: String?
    var receiveBufferSize = 0
    /// Whether the last body that was read while it arrived was large.
    var expectsLargeBody = true

    /// How many bytes of a body in memory have been handed to libcurl.
    var uploaded = 0
    /// The largest number of sent bytes that was told.
    var sent = 0
    /// How often libcurl was about to send the request.
    var sendings = 0
    /// Whether libcurl has retried a request on this handle because a reused connection was lost. Some versions (7.80
    /// and 7.88 among them) count these retries per handle, across all of its transfers, and refuse the sixth.
    var wasRetried = false

    /// Whether no socket could be opened because descriptors were short, and how many times the transfer was restarted
    /// because of that.
    var isShortOfDescriptors = false
    var shortages = 0
    /// Whether libcurl queues it until another connection is closed.
    var isWaitingForDescriptor = false

    let head = HeadBuffer()
    /// The size of all response heads in bytes, including those of interim responses.
    var headByteCount = 0
    var statusCode = 0
    var isHeadComplete = false
    /// Whether the head is a challenge of the proxy, which libcurl may answer. If it does, the head is dropped.
    var isHeadHeld = false
    /// The number of body lengths in the head. A length that is not a plain number counts twice.
    var lengths = 0
    /// Whether the head has a Content-Encoding.
    var isEncoded = false
    /// Whether the complete head was not told yet.
    var isHeadNew = false
    /// Bytes of the body that were not told yet.
    var block: Block?
    /// How many bytes of the body there were so far.
    var received = 0
    /// How many bytes of the body came since its reader lags; nil when it does not.
    var receivedInPause: Int?
    var isReadingPaused: Bool { receivedInPause != nil }

    /// Whether its body has no bytes yet.
    var isStarved = false
    var isPaused: Bool { isReadingPaused || isStarved }

    /// The HTTP/2 stream that carries the request, and its state.
    var stream: StreamID?
    var hasStreamEnded = false
    var isStreamReset = false

    /// Why the transfer was broken off from here.
    var failure: (any Error)?
    /// When something was sent or received last; nil as long as it waits for a connection, for its reader or for its
    /// own body.
    var lastActivity: Duration?
    var isTouched = false

    private let message: UnsafeMutablePointer<CChar>

    /// Fails when there is no memory.
    init?(_ engine: CurlEngine) {
        guard let easy = LCEasyMake() else { return nil }
        self.easy = easy
        self.engine = engine
        message = .allocate(capacity: Int(LCErrorBufferSize))
        message.initialize(repeating: 0, count: Int(LCErrorBufferSize))
        setUp(engine)
        engine.handleCount += 1
    }

    deinit {
        engine.handleCount -= 1
        LCEasyFree(easy)
        LCURLFree(parsedURL)
        message.deallocate()
        if let block { engine.blocks.give(block) }
    }

    private func setUp(_ engine: CurlEngine) {
        LCEasySetPointer(easy, .errorBuffer, message)
        engine.settings.apply(to: easy)
        setCallbacks()
    }

    /// Takes `transfer` on. Throws ``TransportError`` when libcurl cannot carry it.
    func prepare(_ transfer: Transfer) throws {
        self.transfer = transfer
        message.pointee = 0
        try configure(transfer)
    }

    /// The URL is that of the last transfer again.
    func keepParsedURL() {
        guard parsedURL == nil else { return }
        parsedURL = LCURLMake(url)
        if let parsedURL { _ = LCEasySetPointer(easy, .parsedURL, parsedURL) }
    }

    /// There will be another URL.
    func dropParsedURL() {
        guard let parsedURL else { return }
        _ = LCEasySetPointer(easy, .parsedURL, nil)
        LCURLFree(parsedURL)
        self.parsedURL = nil
    }

    /// Whether libcurl may be looking up the name of the server.
    var mayWaitForName: Bool { sendings == 0 && LCEasyInfo(easy, .nameLookupTime) == 0 }

    /// Whatever libcurl still finds out, it opens no connection for it. Without a transfer it sends nothing, either.
    func refuseConnection() { LCEasySetPointer(easy, .openSocketData, nil) }

    /// Forgets the transfer, whose end has been published.
    func clear() {
        if case .pulled(let pump) = transfer?.upload { pump.stop() }
        if transfer?.isLive == true { expectsLargeBody = received > 64 << 10 }
        (transfer, received) = (nil, 0)
        (uploaded, sent, sendings) = (0, 0, 0)
        head.clear()
        (headByteCount, shortages) = (0, 0)
        (isShortOfDescriptors, isWaitingForDescriptor) = (false, false)
        (isHeadComplete, isHeadHeld, isHeadNew, lengths, isEncoded) = (false, false, false, 0, false)
        leaveStream()
        if let block { engine.blocks.give(block) }
        (block, receivedInPause, isStarved) = (nil, nil, false)
        (failure, lastActivity, isTouched) = (nil, nil, false)
    }

    /// The fields of the head, as far as it has come.
    var responseHeaders: HTTPHeaders { HTTPHeaders(HeaderBlock([UInt8](head.bytes))) }

    /// Whether the server refused the request for its Expect (RFC 9110, section 15.5.18). libcurl leaves that response
    /// out, its body at least, and sends the request again, with the same Expect.
    var isExpectationFailed: Bool { isHeadComplete && statusCode == 417 && received == 0 && sendings > 1 }

    /// What became of the transfer, of which libcurl says `code`.
    func result(of code: LCCode) -> Result<Void, any Error> {
        if code == .OK { acceptHeldHead() }
        if let failure { return .failure(failure) }
        if code == .abortedByCallback, isExpectationFailed { return .success(()) }
        guard code == .OK else { return .failure(TransportError(code, text(of: code), self)) }
        if isBodyReset {
            let kind = TransportError.Kind.cutOff(received: received, expected: responseHeaders.bodyLength)
            return .failure(TransportError(kind, "the server reset the stream of HTTP/2"))
        }
        return isHeadComplete
            ? .success(()) : .failure(TransportError(.noResponse, "the head of the response is incomplete"))
    }

    private func text(of code: LCCode) -> String {
        let text = String(cString: message)
        return text.isEmpty ? String(cString: LCCodeText(code)) : text
    }

    /// Something of it is to be told when the round ends.
    func touch() {
        guard !isTouched else { return }
        isTouched = true
        engine.touch(self)
    }

    /// Something was sent or received; of one that is paused libcurl still tells now and then.
    func noteActivity() {
        if !isPaused { lastActivity = engine.now }
    }
}
