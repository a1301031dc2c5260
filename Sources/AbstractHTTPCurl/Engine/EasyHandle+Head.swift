import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// The heads of responses, and the trailers.
extension EasyHandle {
    /// The largest response head, in bytes, including the heads of interim responses and the trailers. It is below
    /// libcurl's own limit.
    private static let mostHeadBytes = 256 << 10

    /// Whether the head or the trailers were too long. libcurl keeps them until the next transfer.
    var isHeadTooLong: Bool { headByteCount > Self.mostHeadBytes }

    /// Receives one line of a head or of trailers, including its line ending.
    func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Int {
        noteActivity()
        headByteCount += line.count
        guard !isHeadTooLong else {
            return fail(.malformedResponse, "the heads and trailers are longer than \(Self.mostHeadBytes) bytes")
        }
        if isHeadComplete { return receiveTrailerLine(line) }
        // libcurl answers this challenge of the proxy itself.
        if isHeadHeld { return line.count }
        guard head.count > 0 else { return receiveStatusLine(line) }
        // Old versions of libcurl accept any line.
        guard line.isEnd || line.isFieldLine else {
            return fail(.malformedResponse, "a header field has no colon")
        }
        guard head.lineCount != 1 || !line.isContinuation else {
            return fail(.malformedResponse, "the first header field begins with a blank")
        }
        head.append(line)
        if line.mayFrame, let fault = framing.note(line, head.lineCount) { return fail(.malformedResponse, fault) }
        guard line.isEnd, let fault = completeHead() else { return line.count }
        return fail(.malformedResponse, fault)
    }

    private func receiveStatusLine(_ line: UnsafeRawBufferPointer) -> Int {
        guard line.isStatusLine else { return fail(.malformedResponse, "the status line is malformed") }
        isUnwatched = false
        noteFirstByte()
        head.append(line)
        framing = MessageFraming(line)
        return line.count
    }

    /// Receives a line after the last chunk (RFC 9112, section 7.1.2) or, over HTTP/2, after the body.
    private func receiveTrailerLine(_ line: UnsafeRawBufferPointer) -> Int {
        guard !line.isEnd else { return line.count }
        guard line.isTrailerLine, !line.contains(0) else {
            return fail(.malformedResponse, "a trailer field is malformed")
        }
        guard !trailers.isEmpty || !line.isContinuation else {
            return fail(.malformedResponse, "the first trailer field begins with a blank")
        }
        trailers.append(contentsOf: line)
        return line.count
    }

    /// Completes the head. Returns what is wrong with it, or nil.
    private func completeHead() -> String? {
        statusCode = Int(LCEasyInfo(easy, .statusCode))
        // An interim response (RFC 9110, section 15.2) precedes the final one.
        guard !(100..<200).contains(statusCode) || statusCode == 101 else {
            head.clear()
            return nil
        }
        if let fault = framing.fault(responseHeaders) { return fault }
        if statusCode == 101, transfer?.request.headers["Upgrade"] == nil {
            return TransportError.unwantedUpgrade.message
        }
        if statusCode == 407, engine.settings.answersProxyChallenges, transfer?.isSecure == false {
            isHeadHeld = true
            return nil
        }
        if let transfer, isMultiplexed {
            engine.noteMultiplexing(transfer)
            engine.sockets.noteMultiplexing(socket)
        }
        if engine.settings.looksForCloseNotify, endsWithTLS { lookForCloseNotify(true) }
        acceptHead()
        touch()
        return nil
    }

    private func acceptHead() {
        (isHeadComplete, isHeadNew) = (true, true)
        // Otherwise, the server could read the next request as the rest of this body (RFC 9112, section 9.3).
        if !isMultiplexed, !isBodySent || framing.closesConnection { forbidReuse(true) }
    }

    /// Whether the body ends with its TLS connection.
    private var endsWithTLS: Bool {
        guard let transfer, transfer.isSecure, framing.isWithoutLength, !isMultiplexed else { return false }
        return transfer.request.method != .head && statusCode != 204 && statusCode != 304
    }

    /// Sets whether to look for close_notify each time that libcurl has read. Without it, a body that ends with its
    /// connection may be cut off (RFC 9112, section 9.8). At the end of the transfer, the connection is gone.
    func lookForCloseNotify(_ isWanted: Bool) {
        guard options.reportsProgress != isWanted else { return }
        options.reportsProgress = isWanted
        guard isWanted else { return LCEasySetProgressCallback(easy, nil, nil) }
        missesCloseNotify = true
        LCEasySetProgressCallback(easy, context) { context, _, _, _, _ in
            EasyHandle.with(context) { $0.missesCloseNotify = LCEasyMissesCloseNotify($0.easy) }
            return 0
        }
    }

    /// Accepts a challenge of the proxy as the response, because libcurl does not answer it.
    func acceptHeldHead() {
        guard isHeadHeld else { return }
        isHeadHeld = false
        acceptHead()
    }

    /// Drops a challenge of the proxy, because libcurl sends the request again with an answer.
    func dropHeldHead() {
        guard isHeadHeld else { return }
        head.clear()
        (isHeadHeld, sendings) = (false, 0)
        firstByte = nil
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

    /// Whether this line begins with a name, which is a token, and a colon, or continues the line before.
    fileprivate var isTrailerLine: Bool {
        guard !isContinuation, let colon = firstIndex(of: UInt8(ascii: ":")) else { return isContinuation }
        return colon > 0 && prefix(colon).allSatisfy(\.isToken)
    }

    /// Whether this line is the end of a head or of trailers. libcurl recognizes it in the same way.
    fileprivate var isEnd: Bool { first == UInt8(ascii: "\r") || first == UInt8(ascii: "\n") }
}
