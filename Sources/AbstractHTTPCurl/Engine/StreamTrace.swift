import AbstractHTTPLibcurl

/// What a line of libcurl's trace tells about a stream of HTTP/2, as in `[HTTP/2] [1] <- FRAME[DATA, len=4, eos=1, padlen=0]`.
///
/// libcurl takes a body without a length for complete when the server resets its stream without an error. Nothing but the trace
/// tells that no END_STREAM came (RFC 9113, section 8.1).
struct StreamTrace: Equatable {
    enum Event: Equatable {
        /// The request is sent on it.
        case opened
        /// A frame had END_STREAM.
        case ended
        /// RST_STREAM came.
        case reset
    }

    let stream: Int
    let event: Event

    /// Nil for any other line.
    init?(_ line: some RandomAccessCollection<UInt8>) {
        guard let numbered = line.after("[HTTP/2] ["), let end = numbered.firstIndex(of: UInt8(ascii: "]")),
            let stream = Int(String(decoding: numbered[..<end], as: UTF8.self)),
            let rest = numbered[end...].after("] ")
        else { return nil }
        self.stream = stream
        if rest.after("OPENED stream") != nil {
            event = .opened
        } else if let frame = rest.after("<- FRAME[") {
            if frame.after("RST_STREAM") != nil {
                event = .reset
            } else if frame.contains(" eos=1") {
                event = .ended
            } else {
                return nil
            }
        } else {
            return nil
        }
    }
}

extension RandomAccessCollection<UInt8> {
    /// What follows `prefix`, when this begins with it.
    fileprivate func after(_ prefix: StaticString) -> SubSequence? {
        guard count >= prefix.utf8CodeUnitCount else { return nil }
        let begins = prefix.withUTF8Buffer { zip(self, $0).allSatisfy(==) }
        return begins ? dropFirst(prefix.utf8CodeUnitCount) : nil
    }

    fileprivate func contains(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in indices.contains { self[$0...].starts(with: text) } }
    }
}

/// A stream of one of libcurl's connections.
struct StreamID: Hashable {
    let connection: Int64
    let stream: Int
}

extension EasyHandle {
    func setTraceCallback() {
        LCEasySetDebugCallback(easy, context) { _, kind, bytes, size, context in
            // A text, and not bytes of a message.
            guard kind == 0, let bytes else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size)
            return EasyHandle.with(context) { handle in
                if let trace = StreamTrace(line) { handle.note(trace) }
                return 0
            } ?? 0
        }
    }

    /// libcurl tells of all streams of a connection to the handle for which it reads.
    private func note(_ trace: StreamTrace) {
        let id = StreamID(connection: Libcurl.connection(of: easy), stream: trace.stream)
        switch trace.event {
        case .opened:
            leaveStream()
            stream = id
            engine.streams[id] = self
        case .ended: engine.streams[id]?.hasStreamEnded = true
        case .reset: engine.streams[id]?.noteReset()
        }
    }

    private func noteReset() {
        if !hasStreamEnded { isStreamReset = true }
    }

    /// The transfer has ended, or is sent on another stream.
    func leaveStream() {
        if let stream { engine.streams[stream] = nil }
        (stream, hasStreamEnded, isStreamReset) = (nil, false, false)
    }

    /// Whether the server reset the stream before the body was complete.
    var isBodyReset: Bool {
        guard isStreamReset, LCEasyInfo(easy, .httpVersion) == LCHTTPVersion2 else { return false }
        return ((try? responseHeaders.contentLength()) ?? nil) != received
    }
}
