import AbstractHTTP
import AbstractHTTPLibcurl

/// The connection of a request.
///
/// A server can close an idle connection at any time, or send bytes that no request asked for. Therefore, the connector
/// looks at the socket of a reused connection before a byte of the request is written to it. Over HTTP/1.1, an idle
/// connection has to be silent (RFC 9112, section 9.2). Otherwise the request goes out on a new connection.
extension EasyHandle {
    /// How often a request can move to another connection. libcurl also retries five times.
    private static let mostMoves = 5

    /// Called when the request is about to be sent. It is called again if libcurl sends the request again, because a
    /// reused connection was lost or because the server refused the request.
    func beginSending(between ends: ConnectionEnds) -> Int32 {
        guard let transfer else { return LCBeforeRequestAbort }
        noteActivity()
        isWaitingForDescriptor = false
        dropHeldHead()
        sendings += 1
        if sendings > 1 { wasRetried = true }
        guard sendings == 1 || mayBeSentAgain(transfer) else {
            failure = isExpectationFailed ? nil : isRefused ? Self.refusal : Self.lostConnection
            return LCBeforeRequestAbort
        }
        leaveStream()
        isRefused = false
        guard takeConnection(between: ends) else { return giveUpConnection() }
        if sendings > 1 { forgetSending() }
        return transfer.context.beginSending() ? LCBeforeRequestGoOn : LCBeforeRequestAbort
    }

    private func mayBeSentAgain(_ transfer: Transfer) -> Bool {
        guard !isHeadComplete else { return false }
        // A server that is overloaded refuses again. After that, the recovery policy waits.
        return isRefused ? refusals == 1 : transfer.request.method.isIdempotent
    }

    /// Forgets what happened on the lost connection.
    private func forgetSending() {
        // Some versions rewind the body before they reconnect. If that fails, the failure stays.
        if isUnwatched { failure = nil }
        (isStarved, isUnwatched, firstByte) = (false, false, nil)
    }

    static let lostConnection = TransportError(.noResponse, "a kept connection was closed by the server")
    static let refusal = TransportError(.refused, "it did not process the request (HTTP/2)")

    /// Finds the socket. Returns whether the request can be sent on it.
    private func takeConnection(between ends: ConnectionEnds) -> Bool {
        (isOnReusedConnection, isOnMultiplexedConnection) = (openedSockets.isEmpty, false)
        socket = engine.settings.knowsSockets ? LCEasySocket(easy) : -1
        if isOnReusedConnection {
            if socket < 0 { socket = engine.sockets.socket(between: ends) ?? -1 }
            return socket >= 0 && look()
        }
        if socket < 0 { findOpenedSocket(between: ends) }
        openedSockets = []
        return true
    }

    /// Finds the socket of a new connection, and remembers its ends.
    private func findOpenedSocket(between ends: ConnectionEnds) {
        isFindable = ends.areUnique
        // No later request can find the socket, so none may use the connection.
        forbidReuse(!isFindable)
        let opened = openedSockets.last { openedSockets.count == 1 || LCLocalPort($0) == ends.localPort }
        guard let opened else { return }
        socket = opened
        engine.sockets.note(opened, between: ends)
    }

    /// Looks at the socket without waiting or reading. Returns whether the request can be sent on it.
    private func look() -> Bool {
        isOnMultiplexedConnection = transfer?.isSecure == true && engine.sockets.isMultiplexed(socket)
        switch Int(LCLook(socket)) {
        case LCSocketQuiet:
            if isOnMultiplexedConnection { return true }
            // A request that was lost once must not meet another connection that is about to be closed.
            return sendings == 1 && !hasPendingTLS
        // The server can send frames of HTTP/2 at any time.
        case LCSocketReadable: return isOnMultiplexedConnection
        default: return false
        }
    }

    /// Whether the TLS library has already read bytes from the socket that no request asked for.
    private var hasPendingTLS: Bool {
        (transfer?.isSecure == true || engine.settings.mayUseSecureProxy) && LCEasyHasPendingTLS(easy)
    }

    /// Makes libcurl close the connection. The request is then sent on another one.
    private func giveUpConnection() -> Int32 {
        isConnectionGivenUp = true
        forbidReuse(true)
        return LCBeforeRequestAbort
    }

    /// Sets whether libcurl closes the connection after the transfer.
    func forbidReuse(_ isForbidden: Bool) {
        guard options.forbidsReuse != isForbidden else { return }
        _ = LCEasySetNumber(easy, .forbidReuse, isForbidden ? 1 : 0)
        options.forbidsReuse = isForbidden
    }

    /// Sets whether the transfer opens a new connection.
    func setFreshConnection(_ isFresh: Bool) {
        guard options.isFreshConnection != isFresh else { return }
        _ = LCEasySetNumber(easy, .freshConnection, isFresh ? 1 : 0)
        options.isFreshConnection = isFresh
    }

    /// Whether the request can be sent again on another connection, although libcurl ended it with `code`.
    func mayMove(after code: LCCode) -> Bool {
        guard let transfer, failure == nil, moves < Self.mostMoves, !transfer.isCanceled else { return false }
        if isConnectionGivenUp { return true }
        guard code.isLoss, sendings > 0, headByteCount == 0 else { return false }
        if isRefused { return refusals == 1 }
        return isOnReusedConnection && transfer.request.method.isIdempotent
    }

    /// Goes back to the first byte of the body. Returns false if a part of the body is gone.
    func rewindForMove() -> Bool { uploaded == 0 || rewind(to: 0) == LCSeekDone }

    /// Makes libcurl send the request on another connection.
    func move() {
        moves += 1
        // Other requests to the same server may share the next connection over HTTP/2.
        setFreshConnection(!isOnMultiplexedConnection || moves == Self.mostMoves)
        forbidReuse(false)
        leaveStream()
        (sendings, sent, sentWhenActive, socket) = (0, -1, 0, -1)
        (isOnReusedConnection, isConnectionGivenUp, isRefused) = (false, false, false)
        (isStarved, isUnwatched, firstByte) = (false, false, nil)
    }
}

extension LCCode {
    /// Whether a connection was lost.
    private static let losses: [LCCode] = [.gotNothing, .sendError, .receiveError, .HTTP2, .http2Stream]

    var isLoss: Bool { Self.losses.contains(self) }
}
