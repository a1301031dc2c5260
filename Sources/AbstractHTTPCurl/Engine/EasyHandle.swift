import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// A libcurl handle. It carries one request at a time and is reused. Only the thread that has the turn uses it.
final class EasyHandle: CCallbackContext {
    private(set) var easy: UnsafeMutableRawPointer
    /// The owner of the handle, until it is shut down.
    let engine: CurlEngine
    private(set) var transfer: Transfer?

    /// The options that libcurl was given and keeps.
    var options = KeptOptions()
    /// The URL of the last transfer.
    var url = ""
    /// ``url`` as libcurl parsed it, if it was sent more than once. Parsing takes a seventh of libcurl's time for a
    /// request.
    private var parsedURL: UnsafeMutableRawPointer?
    /// Whether the last body that was read while it arrived was large.
    var expectsLargeBody = true

    /// How many bytes of the body have been passed to libcurl.
    var uploaded = 0
    /// Whether libcurl has been told that the body ended.
    var hasUploadEnded = false
    /// The largest number of sent bytes that was reported, or -1.
    var sent = -1
    /// The number of bytes that libcurl had sent when it last asked for more, or when that was last checked.
    var sentWhenActive: Int64 = 0
    /// How often libcurl was about to send the request.
    var sendings = 0
    /// When the transfer began, if libcurl asks for the bytes of its body. The connector measures the first byte of
    /// such a transfer itself, because before version 8.12, libcurl measures the first byte that it sends.
    var begin: Instant?
    /// The time from ``begin`` to the first byte of the response.
    var firstByte: Duration?
    /// The socket of the connection on which the request was last sent, or -1.
    var socket: Int32 = -1
    /// The sockets that were opened for the next sending, one for each address that was tried.
    var openedSockets: [Int32] = []
    /// Whether the request was last sent on a connection that an earlier request had opened.
    var isOnReusedConnection = false
    /// Whether that connection is known to use HTTP/2.
    var isOnMultiplexedConnection = false
    /// Whether a later request can find that socket, to look at it.
    var isFindable = true
    /// Whether that connection was not usable, so that nothing was sent.
    var isConnectionGivenUp = false
    /// How often the request has moved to another connection.
    var moves = 0
    /// Whether libcurl has retried a request on this handle because a reused connection was lost. Some versions (7.80
    /// and 7.88 among them) count these retries per handle, across all of its transfers, and refuse the sixth.
    var wasRetried = false

    /// Whether no socket could be opened because descriptors were short, and how many times the transfer was restarted
    /// because of that.
    var isShortOfDescriptors = false
    var shortages = 0
    /// Whether libcurl queues the transfer until another connection is closed.
    var isWaitingForDescriptor = false

    let head = HeadBuffer()
    /// The size of all response heads in bytes, including those of interim responses and the trailers.
    var headByteCount = 0
    var statusCode = 0
    var isHeadComplete = false
    /// Whether the head is a challenge of the proxy, which libcurl may answer. If it does, the head is dropped.
    var isHeadHeld = false
    /// How the head frames the body.
    var framing = MessageFraming()
    /// Whether close_notify was missing when libcurl last read a body that ends with its TLS connection.
    var missesCloseNotify = false
    /// The field lines after the body.
    var trailers: [UInt8] = []
    /// Whether the complete head has not been published yet.
    var isHeadNew = false
    /// The bytes of the body that have not been published yet.
    var block: Block?
    /// The number of bytes of the body so far.
    var received = 0
    /// How many bytes of the body arrived since its reader began to lag, or nil if it does not lag.
    var receivedInPause: Int?
    var isReadingPaused: Bool { receivedInPause != nil }

    /// Whether the body of the request has no bytes yet.
    var isStarved = false
    /// Whether the transfer was resumed because libcurl stopped watching a socket. The next bytes of the body and a new
    /// head reset this.
    var isUnwatched = false
    var isPaused: Bool { isReadingPaused || isStarved }

    /// The HTTP/2 stream that carries the request, and its state.
    var stream: StreamID?
    /// Whether the end of the request was sent on the stream, if libcurl traces streams.
    var hasSentEnd = false
    /// The number of bytes of the body that arrived on the stream, if libcurl traces streams.
    var streamBytes = 0
    var hasStreamEnded = false
    var isStreamReset = false
    /// Whether the server has refused the request over HTTP/2 without processing it (RFC 9113, section 8.7).
    var isRefused = false
    /// How often the server has refused the request.
    var refusals = 0

    /// The pin of the key that the server presented, if the transfer has pins and the trace of libcurl tells it.
    var presentedPin: String?
    /// The reason why a callback aborted the transfer.
    var failure: (any Error)?
    /// The time when something was last sent or received, or nil while the transfer waits for a connection, its reader,
    /// or its own body.
    var lastActivity: Duration?
    var isTouched = false

    private let message: UnsafeMutablePointer<CChar>

    /// Returns nil if there is no memory.
    init?(_ engine: CurlEngine) {
        guard let easy = LCEasyMake() else { return nil }
        (self.easy, self.engine) = (easy, engine)
        message = .allocate(capacity: Int(LCErrorBufferSize))
        message.initialize(repeating: 0, count: Int(LCErrorBufferSize))
        setUp()
        engine.handleCount += 1
    }

    deinit {
        engine.handleCount -= 1
        LCEasyFree(easy)
        LCURLFree(parsedURL)
        message.deallocate()
        if let block { engine.blocks.give(block) }
    }

    private func setUp() {
        LCEasySetPointer(easy, .errorBuffer, message)
        engine.settings.apply(to: easy)
        if let share = engine.share { LCEasySetPointer(easy, .share, share) }
        setCallbacks()
    }

    /// Replaces libcurl's handle with a new one. Returns false if there is no memory.
    func renew() -> Bool {
        guard let easy = LCEasyMake() else { return false }
        LCEasyFree(self.easy)
        self.easy = easy
        options = options.ofHeaders
        setUp()
        LCEasySetPointer(easy, .headerList, options.headerList.first)
        return true
    }

    /// Prepares the handle to send its request again from the start. Call it after removing the handle from libcurl.
    /// Throws ``TransportError`` if there is no memory.
    func prepareAgain() throws {
        // The first try may have received a response, such as a challenge of the proxy.
        if engine.settings.needsFreshHandles, let transfer {
            guard renew() else { throw TransportError(.outOfResources, "libcurl is out of memory") }
            try configure(transfer)
        }
        (openedSockets, lastActivity) = ([], nil)
        restartMeasuring()
    }

    /// Prepares the handle for `transfer`. Throws ``TransportError`` if libcurl cannot carry it.
    func prepare(_ transfer: Transfer) throws {
        self.transfer = transfer
        message.pointee = 0
        presentedPin = nil
        try configure(transfer)
    }

    /// Keeps the parsed URL, because the last transfer had the same URL.
    func keepParsedURL() {
        if parsedURL == nil { parsedURL = LCURLMake(url) }
        guard let parsedURL, !options.hasParsedURL else { return }
        _ = LCEasySetPointer(easy, .parsedURL, parsedURL)
        options.hasParsedURL = true
    }

    /// Frees the parsed URL, because the next URL is a different one.
    func dropParsedURL() {
        if options.hasParsedURL { _ = LCEasySetPointer(easy, .parsedURL, nil) }
        options.hasParsedURL = false
        LCURLFree(parsedURL)
        parsedURL = nil
    }

    /// Whether libcurl may be looking up the name of the server.
    var mayWaitForName: Bool { sendings == 0 && LCEasyInfo(easy, .nameLookupTime) == 0 }

    /// Starts to measure again. libcurl does that when it gets the handle again.
    func restartMeasuring() {
        if begin != nil { begin = .now }
    }

    /// Whether libcurl may be queuing the transfer, which has no connection yet.
    var mayBeQueued: Bool { isWaitingForDescriptor || sendings == 0 && lastActivity == nil }

    /// Prevents libcurl from opening a connection after the name lookup. Without a transfer, libcurl sends nothing.
    func refuseConnection() { LCEasySetPointer(easy, .openSocketData, nil) }

    /// Forgets the transfer, whose end has been published.
    func clear() {
        if case .pulled(let pump) = transfer?.upload { pump.stop() }
        if transfer?.isLive == true { expectsLargeBody = received > 64 << 10 }
        (transfer, received) = (nil, 0)
        (uploaded, sent, sentWhenActive, sendings) = (0, -1, 0, 0)
        (socket, openedSockets, isOnReusedConnection) = (-1, [], false)
        (isOnMultiplexedConnection, isFindable, isConnectionGivenUp, moves) = (false, true, false, 0)
        (hasUploadEnded, isRefused, refusals) = (false, false, 0)
        head.clear()
        (headByteCount, shortages) = (0, 0)
        (isShortOfDescriptors, isWaitingForDescriptor) = (false, false)
        (isHeadComplete, isHeadHeld, isHeadNew) = (false, false, false)
        (framing, trailers, missesCloseNotify) = (MessageFraming(), [], false)
        leaveStream()
        if let block { engine.blocks.give(block) }
        (block, receivedInPause, isStarved, isUnwatched) = (nil, nil, false, false)
        (begin, firstByte) = (nil, nil)
        (failure, lastActivity, isTouched) = (nil, nil, false)
    }

    /// The fields of the head that have arrived so far.
    var responseHeaders: HTTPHeaders { HTTPHeaders(HeaderBlock([UInt8](head.bytes))) }

    /// Whether the server refused the request for its Expect (RFC 9110, section 15.5.18). libcurl omits that response,
    /// or at least its body, and sends the request again with the same Expect.
    var isExpectationFailed: Bool { isHeadComplete && statusCode == 417 && received == 0 && sendings > 1 }

    /// Returns the result of a transfer for which libcurl reports `code`.
    func result(of code: LCCode) -> Result<Void, any Error> {
        if code == .OK { acceptHeldHead() }
        if let failure { return .failure(failure) }
        if isConnectionGivenUp { return .failure(Self.lostConnection) }
        if isRefused, code.isLoss, !isHeadComplete { return .failure(Self.refusal) }
        if code == .abortedByCallback, isExpectationFailed { return .success(()) }
        // Some versions reset the stream of a request that was rejected early, and report that.
        if code.isLoss, isStreamComplete, !hasSentEnd { return .success(()) }
        guard code == .OK else { return .failure(TransportError(code, text(of: code), self)) }
        if isBodyReset {
            let kind = TransportError.Kind.cutOff(received: received, expected: responseHeaders.bodyLength)
            return .failure(TransportError(kind, "the server reset the stream of HTTP/2"))
        }
        if missesCloseNotify {
            let kind = TransportError.Kind.cutOff(received: received, expected: nil)
            return .failure(TransportError(kind, "the server closed the connection without a close_notify of TLS"))
        }
        return isHeadComplete
            ? .success(()) : .failure(TransportError(.noResponse, "the head of the response is incomplete"))
    }

    private func text(of code: LCCode) -> String {
        let text = String(cString: message)
        return text.isEmpty ? String(cString: LCCodeText(code)) : text
    }

    /// Marks the handle to be published at the end of the round.
    func touch() {
        guard !isTouched else { return }
        isTouched = true
        engine.touch(self)
    }

    /// Records that something was sent or received. libcurl also reports this occasionally for a paused transfer.
    func noteActivity() {
        if !isPaused { lastActivity = engine.now }
    }
}
