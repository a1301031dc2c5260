import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// The callbacks of libcurl during a transfer. A result that is not the number of bytes aborts the transfer.
extension EasyHandle {
    func setCallbacks() {
        if engine.settings.isTraced { setTraceCallback() }
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

    /// Measures the time until the first byte of the response, if libcurl asks for the bytes of the request's body.
    func noteFirstByte() {
        guard let begin, firstByte == nil else { return }
        firstByte = Instant.now.duration(since: begin)
    }

    var isMultiplexed: Bool {
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

    func fail(_ kind: TransportError.Kind, _ message: String) -> Int {
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
            head: isHeadNew ? (statusCode, head.bytes, framing.isEncoded) : nil, block: handed, metrics: metrics,
            trailers: trailersAtTheEnd(end), end: end)
        (isHeadNew, isTouched) = (false, false)
        if publication.tookBlock, handed === block { block = nil } else { block?.count = 0 }
        if publication.pauses { pauseReading() }
        return publication.waiter
    }

    /// The trailers, if the body has ended with success.
    private func trailersAtTheEnd(_ end: Result<Void, any Error>?) -> HTTPHeaders? {
        guard !trailers.isEmpty, case .success = end else { return nil }
        return HTTPHeaders(HeaderBlock(trailers: trailers))
    }

    /// Reports the sent bytes when libcurl asks for no more. libcurl also counts the framing of a chunked body.
    private func noteSentAtTheEnd() {
        guard sendings > 0, transfer?.context.wantsProgress == true, let upload = transfer?.upload else { return }
        let count: Int
        switch upload {
        case .none: return
        case .copied(let data): count = data.count
        case .data, .pulled: count = uploaded
        }
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
