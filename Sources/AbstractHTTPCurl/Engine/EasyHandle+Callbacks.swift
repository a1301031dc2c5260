import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// The callbacks of libcurl during a transfer. A result that is not the number of bytes aborts the transfer.
extension EasyHandle {
    func setCallbacks() {
        if engine.settings.tracesStreams { setTraceCallback() }
        LCEasySetCallbacks(
            easy, context,
            { bytes, size, count, context in
                let line = UnsafeRawBufferPointer(start: bytes, count: size &* count)
                return EasyHandle.with(context) { $0.receiveHeadLine(line) } ?? 0
            },
            { bytes, size, count, context in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: size &* count)
                return EasyHandle.with(context) { $0.receive(bytes) } ?? 0
            },
            { buffer, size, count, context in
                let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: size &* count)
                return EasyHandle.with(context) { $0.send(into: buffer) } ?? Int(LCReadAbort)
            },
            { context, offset, _ in EasyHandle.with(context) { $0.rewind(to: offset) } ?? LCSeekImpossible },
            { _, _, context in
                EasyHandle.with(context) { $0.noteConnecting() }
                return 0
            },
            { context, address, localAddress, port, localPort in
                guard let address, let localAddress else { return LCBeforeRequestAbort }
                let ends = ConnectionEnds(
                    address: address, localAddress: localAddress, port: port, localPort: localPort)
                return EasyHandle.with(context) { $0.beginSending(between: ends) } ?? LCBeforeRequestAbort
            })
        LCEasySetSocketCallbacks(
            easy, context,
            { context, _, address in
                guard let address = address?.pointee else { return -1 }
                return EasyHandle.with(context) { $0.openSocket(address) } ?? -1
            },
            engine.context,
            { context, socket in CurlEngine.with(context) { $0.closeSocket(socket) } ?? Descriptor.close(socket) })
    }

    /// Returns the socket, or -1. For a host in its DNS cache, libcurl calls no resolver callback, so this can be the
    /// first event of a new connection.
    private func openSocket(_ address: LCSocketAddress) -> Int32 {
        noteConnecting()
        let socket = engine.openSocket(address)
        // libcurl continues with the host's next address, which may get a descriptor.
        isShortOfDescriptors = socket < 0 && Descriptor.isShort
        if socket >= 0 {
            isWaitingForDescriptor = false
            openedSockets.append(socket)
        }
        return socket
    }

    /// Called when libcurl opens a connection. If the request was already sent, a reused connection was lost and
    /// libcurl is retrying.
    private func noteConnecting() {
        noteActivity()
        if sendings > 0 { wasRetried = true }
        isOnReusedConnection = false
    }

    /// The largest response head, in bytes, including the heads of interim responses and the trailers. It is below
    /// libcurl's own limit.
    private static let mostHeadBytes = 256 << 10

    /// Whether the head or the trailers were too long. libcurl keeps them until the next transfer.
    var isHeadTooLong: Bool { headByteCount > Self.mostHeadBytes }

    /// Receives one line of a head or of trailers, including its line ending.
    private func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Int {
        noteActivity()
        headByteCount += line.count
        guard !isHeadTooLong else {
            return fail(.malformedResponse, "the heads and trailers are longer than \(Self.mostHeadBytes) bytes")
        }
        // Trailers are not a part of the head.
        guard !isHeadComplete, !isHeadHeld else { return line.count }
        if head.count == 0 {
            guard line.isStatusLine else { return fail(.malformedResponse, "the status line is malformed") }
            isUnwatched = false
            noteFirstByte()
        }
        // libcurl recognizes the end of a head in the same way.
        let isEmpty = line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n")
        // Old versions of libcurl accept any line.
        guard head.count == 0 || isEmpty || line.isFieldLine else {
            return fail(.malformedResponse, "a header field has no colon")
        }
        guard head.lineCount != 1 || !line.isContinuation else {
            return fail(.malformedResponse, "the first header field begins with a blank")
        }
        head.append(line)
        note(line)
        return isEmpty && !completeHead() ? 0 : line.count
    }

    /// Records the fields that are needed before the whole head is parsed.
    private func note(_ line: UnsafeRawBufferPointer) {
        guard line.count > 15 else { return }
        switch line[0] | 0x20 {
        case UInt8(ascii: "c"):
            if let length = line.value(of: "content-length:") {
                lengths += length.isPlainNumber ? 1 : 2
            } else if line.value(of: "content-encoding:") != nil {
                isEncoded = true
            }
        case UInt8(ascii: "t"):
            if let coding = line.value(of: "transfer-encoding:"), !coding.isChunked { isCoded = true }
        default: break
        }
    }

    private func completeHead() -> Bool {
        statusCode = Int(LCEasyInfo(easy, .statusCode))
        // An interim response (RFC 9110, section 15.2) precedes the final one.
        guard !(100..<200).contains(statusCode) || statusCode == 101 else {
            head.clear()
            (lengths, isEncoded, isCoded) = (0, false, false)
            return true
        }
        // Nobody asked for another coding with TE, and libcurl does not notice where such a body is cut off.
        if isCoded, let coding = responseHeaders.unwantedTransferCoding {
            _ = fail(.malformedResponse, "the body has the transfer coding \(coding.debugDescription)")
            return false
        }
        // libcurl uses any of several lengths, and the first digits of one that is not a number.
        if lengths > 1 {
            do {
                _ = try responseHeaders.contentLength()
            } catch {
                _ = fail(.malformedResponse, "\(error)")
                return false
            }
        }
        if statusCode == 407, engine.settings.answersProxyChallenges, transfer?.isSecure == false {
            isHeadHeld = true
            return true
        }
        if let transfer, isMultiplexed {
            engine.noteMultiplexing(transfer)
            engine.sockets.noteMultiplexing(socket)
        } else if !isBodySent {
            // The next request would become the rest of the body (RFC 9112, section 9.3).
            forbidReuse(true)
        }
        (isHeadComplete, isHeadNew) = (true, true)
        touch()
        return true
    }

    /// Accepts a challenge of the proxy as the response, because libcurl does not answer it.
    func acceptHeldHead() {
        guard isHeadHeld else { return }
        (isHeadHeld, isHeadComplete, isHeadNew) = (false, true, true)
    }

    /// Drops a challenge of the proxy, because libcurl sends the request again with an answer.
    func dropHeldHead() {
        guard isHeadHeld else { return }
        head.clear()
        (isHeadHeld, lengths, isEncoded, isCoded, sendings) = (false, 0, false, false, 0)
        firstByte = nil
    }

    /// Measures the time until the first byte of the response, if libcurl asks for the bytes of the request's body.
    private func noteFirstByte() {
        guard let begin, firstByte == nil else { return }
        firstByte = Instant.now.duration(since: begin)
    }

    private var isMultiplexed: Bool {
        transfer?.isSecure == true && LCEasyInfo(easy, .httpVersion) > LCHTTPVersion1
    }

    /// The maximum number of bytes to accept from libcurl while the reader lags. libcurl would keep a copy of the bytes
    /// that it already has.
    private static let mostBytesInPause = 1 << 20

    /// Receives bytes of the body.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        acceptHeldHead()
        guard isHeadComplete else { return fail(.malformedResponse, "a body came before its head") }
        if let inPause = receivedInPause {
            guard inPause < Self.mostBytesInPause else { return Int(LCWritePause) }
            receivedInPause = inPause + bytes.count
        }
        noteActivity()
        received += bytes.count
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = block ?? engine.blocks.take()
            self.block = block
            let part = rest.prefix(block.room)
            block.append(UnsafeRawBufferPointer(rebasing: part))
            rest = rest.dropFirst(part.count)
            if block.room == 0, let waiter = publish() { engine.resumeLater(waiter) }
        }
        touch()
        return bytes.count
    }

    private func fail(_ kind: TransportError.Kind, _ message: String) -> Int {
        failure = TransportError(kind, message)
        return 0
    }
}

/// Publishing the state of a transfer.
extension EasyHandle {
    /// Publishes what arrived since the last call. Returns the waiter to resume.
    func publish(end: Result<Void, any Error>? = nil) -> Waiter? {
        guard let transfer else { return nil }
        if isHeadNew, end == nil { endStarvation() }
        if isHeadNew || end != nil { noteSentAtTheEnd() }
        let metrics =
            isHeadNew || end != nil ? TransferMetrics(easy, firstByte: firstByte, hasEnded: end != nil) : nil
        let handed = end == nil ? block : block.map { engine.blocks.spared($0) }
        let publication = transfer.publish(
            head: isHeadNew ? (statusCode, head.bytes, isEncoded) : nil, block: handed, metrics: metrics, end: end)
        (isHeadNew, isTouched) = (false, false)
        if publication.tookBlock, handed === block { block = nil } else { block?.count = 0 }
        if publication.pauses { pauseReading() }
        return publication.waiter
    }

    /// Reports the sent bytes when libcurl asks for no more. libcurl also counts the framing of a chunked body.
    private func noteSentAtTheEnd() {
        guard transfer?.context.wantsProgress == true, let upload = transfer?.upload else { return }
        let count = if case .copied(let data) = upload { data.count } else { uploaded }
        noteSent(min(count, Int(clamping: LCEasyInfo(easy, .sentBytes))))
    }

    /// Resumes a transfer that waits for bytes of its body if its response is an error. libcurl then sends no more
    /// bytes, but some versions never end a transfer while its sending is paused.
    private func endStarvation() {
        guard isStarved, statusCode >= 300 else { return }
        isStarved = false
        noteActivity()
        applyPause()
    }

    /// Called when libcurl stops watching a socket. If that is the socket of the connection, the response is complete
    /// or the server has closed. Some versions never end a transfer while its sending is paused, so the transfer is
    /// resumed once.
    func noteUnwatched() {
        guard let transfer, isStarved, !isReadingPaused else { return }
        if isUnwatched {
            // After a complete response, the server may go on reading. Without a response, some versions never end the
            // transfer.
            guard !isHeadComplete, !isHeadHeld else { return }
            failure = TransportError(.noResponse, "the server closed the connection")
        }
        (isStarved, isUnwatched) = (false, true)
        // libcurl cannot be resumed while it changes the socket.
        _ = engine.post(.resume(transfer))
    }

    private func pauseReading() {
        guard !isReadingPaused else { return }
        receivedInPause = 0
        lastActivity = nil
        applyPause()
    }

    /// Resumes the transfer when its reader has room or its body has bytes.
    func resume() {
        guard let transfer else { return }
        if !transfer.isPaused { receivedInPause = nil }
        isStarved = false
        noteActivity()
        applyPause()
    }

    private func applyPause() {
        // If only one direction is paused, libcurl reads once more and keeps a copy. Over HTTP/2, this read is what
        // stops the stream.
        let isSent = transfer?.upload.length == 0 && !isMultiplexed
        let isSendingPaused = isStarved || isReadingPaused && isSent
        _ = LCEasyPause(easy, (isReadingPaused ? LCPauseReading : 0) | (isSendingPaused ? LCPauseSending : 0))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether this status line has a status code of three digits, 100 or above, after the version (RFC 9112, section
    /// 4).
    fileprivate var isStatusLine: Bool {
        let code = drop { $0 != UInt8(ascii: " ") }.drop { $0 == UInt8(ascii: " ") }
        let digits = code.prefix(while: \.isDigit)
        guard digits.count == 3, digits.first != UInt8(ascii: "0") else { return false }
        return code.dropFirst(3).first?.isWhiteSpace ?? true
    }

    /// Whether this line has a colon, or continues the line before (RFC 9112, section 5).
    fileprivate var isFieldLine: Bool { isContinuation || contains(UInt8(ascii: ":")) }

    /// Whether this line continues the field before (RFC 9112, section 5.2).
    fileprivate var isContinuation: Bool { first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") }

    /// The part of this line after `name`, if the line begins with it. `name` is lowercase and ends with a colon.
    fileprivate func value(of name: StaticString) -> Slice<Self>? {
        guard count > name.utf8CodeUnitCount else { return nil }
        let begins = name.withUTF8Buffer { name in zip(self, name).allSatisfy { $0 | 0x20 == $1 | 0x20 } }
        return begins ? dropFirst(name.utf8CodeUnitCount) : nil
    }
}

extension HTTPHeaders {
    /// A transfer coding other than `chunked` and `identity`.
    fileprivate var unwantedTransferCoding: String? {
        values(for: "Transfer-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .first { !["", "chunked", "identity"].contains($0) }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Whether this is `chunked` in lowercase, with optional white space around it.
    fileprivate var isChunked: Bool {
        let coding = drop(while: \.isWhiteSpace)
        return coding.starts(with: "chunked".utf8) && coding.dropFirst(7).allSatisfy(\.isWhiteSpace)
    }

    /// Whether this is a number that every 64-bit integer type can hold, with optional white space around it.
    fileprivate var isPlainNumber: Bool {
        let digits = drop(while: \.isWhiteSpace).prefix { !$0.isWhiteSpace }
        return (1...18).contains(digits.count) && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && self[digits.endIndex...].allSatisfy(\.isWhiteSpace)
    }
}

extension UInt8 {
    /// Whether this is white space in a header line, or a part of the line ending.
    fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
