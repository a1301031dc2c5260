import AbstractHTTPLibcurl

/// An HTTP/2 stream event, parsed from a line of libcurl's trace.
///
/// A line looks like `[HTTP/2] [1] <- FRAME[DATA, len=4, eos=1, padlen=0]`.
///
/// libcurl reports success when the server resets a stream with NO_ERROR in the middle of a body that has no length.
/// Only the trace shows that END_STREAM never arrived (RFC 9113, section 8.1). Only the trace shows, too, that the
/// server did not process a request (RFC 9113, section 8.7), or that a response is complete while libcurl still has a
/// part of the request to send.
struct StreamTrace: Equatable {
    enum Event: Equatable {
        /// The request was sent on the stream.
        case opened
        /// The end of the request was sent.
        case sentEnd
        /// A part of a response arrived, with a number of bytes of its body. The last one has END_STREAM.
        case received(bytes: Int, isLast: Bool)
        /// RST_STREAM arrived.
        case reset
        /// RST_STREAM with REFUSED_STREAM arrived.
        case refused
        /// GOAWAY arrived. ``StreamTrace/stream`` is the last stream that the server processes.
        case wentAway
    }

    let stream: Int
    let event: Event

    /// Returns nil for any other line.
    init?(_ line: some RandomAccessCollection<UInt8>) {
        guard let numbered = line.after("[HTTP/2] ["), let end = numbered.firstIndex(of: UInt8(ascii: "]")),
            let stream = Int(String(decoding: numbered[..<end], as: UTF8.self)),
            let rest = numbered[end...].after("] ")
        else { return nil }
        if rest.after("OPENED stream") != nil {
            event = .opened
        } else if let frame = rest.after("-> FRAME["), frame.contains(" eos=1") {
            event = .sentEnd
        } else if let frame = rest.after("<- FRAME[") {
            if let data = frame.after("DATA, len="), let padding = frame.after(last: " padlen=") {
                event = .received(bytes: data.number - padding.number, isLast: frame.contains(" eos=1"))
            } else if frame.after("HEADERS") != nil, frame.contains(" eos=1") {
                event = .received(bytes: 0, isLast: true)
            } else if frame.after("RST_STREAM") != nil {
                event = frame.contains(" error=7]") ? .refused : .reset
            } else if frame.after("GOAWAY") != nil {
                // Text from the server precedes the number.
                guard let number = frame.after(last: " last_stream="),
                    let last = Int(String(decoding: number.prefix(while: \.isDigit), as: UTF8.self))
                else { return nil }
                (self.stream, event) = (last, .wentAway)
                return
            } else {
                return nil
            }
        } else {
            return nil
        }
        self.stream = stream
    }
}

/// The pin of the key that a server presents, parsed from a line of libcurl's trace.
///
/// A line looks like ` public key hash: sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=`.
struct PinTrace {
    let text: String

    /// Returns nil for any other line.
    init?(_ line: some RandomAccessCollection<UInt8>) {
        guard let pin = line.drop(while: { $0 <= UInt8(ascii: " ") }).after("public key hash: ") else { return nil }
        text = String(decoding: pin.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
}

extension RandomAccessCollection<UInt8> {
    /// The rest of the text after `prefix`, if it begins with that.
    fileprivate func after(_ prefix: StaticString) -> SubSequence? {
        guard count >= prefix.utf8CodeUnitCount else { return nil }
        let begins = prefix.withUTF8Buffer { zip(self, $0).allSatisfy(==) }
        return begins ? dropFirst(prefix.utf8CodeUnitCount) : nil
    }

    /// The rest of the text after the last occurrence of `text`.
    fileprivate func after(last text: StaticString) -> SubSequence? {
        text.withUTF8Buffer { text in
            indices.last { self[$0...].starts(with: text) }.map { self[$0...].dropFirst(text.count) }
        }
    }

    /// The number at the start of the text, or 0.
    fileprivate var number: Int {
        prefix(while: \.isDigit).prefix(9).reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    }

    fileprivate func contains(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in indices.contains { self[$0...].starts(with: text) } }
    }
}

/// Identifies a stream on one of libcurl's connections.
struct StreamID: Hashable {
    let connection: Int64
    let stream: Int
}

extension EasyHandle {
    func setTraceCallback() {
        LCEasySetDebugCallback(easy, context) { _, kind, bytes, size, context in
            // Only this type is trace text. The others carry message bytes.
            guard kind == 0, let bytes else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size)
            return EasyHandle.with(context) { handle in
                if let trace = StreamTrace(line) { handle.note(trace) }
                if handle.options.pins != nil, let pin = PinTrace(line) { handle.presentedPin = pin.text }
                return 0
            } ?? 0
        }
    }

    /// libcurl reports the frames of every stream on a connection to the handle for which it is reading.
    private func note(_ trace: StreamTrace) {
        let id = StreamID(connection: Libcurl.connection(of: easy), stream: trace.stream)
        switch trace.event {
        case .opened:
            leaveStream()
            stream = id
            isOnMultiplexedConnection = true
            engine.sockets.noteMultiplexing(socket)
            engine.streams[id] = self
        case .sentEnd: engine.streams[id]?.hasSentEnd = true
        case .received(let bytes, let isLast): engine.streams[id]?.noteReceived(bytes, isLast)
        case .reset: engine.streams[id]?.noteReset()
        case .refused:
            engine.streams[id]?.noteReset()
            engine.streams[id]?.noteRefusal()
        case .wentAway:
            for (other, handle) in engine.streams
            where other.connection == id.connection && other.stream > id.stream {
                handle.noteRefusal()
            }
        }
    }

    private func noteReceived(_ bytes: Int, _ isLast: Bool) {
        streamBytes += bytes
        guard isLast else { return }
        hasStreamEnded = true
        // Publishing earlier would end the wait for the head.
        if isHeadComplete { touch() }
    }

    /// Whether the whole response has arrived, and libcurl has passed it on.
    var isStreamComplete: Bool { hasStreamEnded && isHeadComplete && received == streamBytes }

    /// Whether a complete response with a status of 300 or more came before the end of the request. Some of libcurl's
    /// versions then wait although nothing more can arrive.
    var isRejectedEarly: Bool { isStreamComplete && statusCode >= 300 && !hasSentEnd }

    private func noteReset() {
        if !hasStreamEnded { isStreamReset = true }
    }

    private func noteRefusal() {
        guard headByteCount == 0, !isRefused else { return }
        isRefused = true
        refusals += 1
    }

    /// Call when the transfer ends or moves to another stream.
    func leaveStream() {
        if let stream { engine.streams[stream] = nil }
        (stream, hasSentEnd, streamBytes, hasStreamEnded, isStreamReset) = (nil, false, 0, false, false)
    }

    /// Whether the server reset the stream before the body was complete.
    var isBodyReset: Bool {
        guard isStreamReset, LCEasyInfo(easy, .httpVersion) == LCHTTPVersion2 else { return false }
        return ((try? responseHeaders.contentLength()) ?? nil) != received
    }
}
