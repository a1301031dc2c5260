import AbstractHTTP
import AbstractHTTPLibcurl

/// Idle connections and file descriptors.
extension CurlEngine {
    /// The delay before the next try when descriptors are short.
    private static let shortageMilliseconds = 250

    /// Makes libcurl close connections that have been idle for too long, if that is due.
    func pruneConnections() {
        guard shortageEnd == nil, let easy = pruning.begin() else { return }
        if pruning.areAllIdle { Libcurl.closeIdleConnections(of: multi) }
        guard LCMultiAdd(multi, easy) != 0 else { return }
        pruning.end()
        pruning.schedule()
    }

    func endPruning() {
        guard let easy = pruning.end() else { return }
        LCMultiRemove(multi, easy)
        if openSockets > 0 { pruning.schedule() }
    }

    /// Queues `handle`, whose connection gets no descriptor, until another connection is closed. libcurl closes an idle
    /// one right away. Returns false if there is no other connection.
    func waitForDescriptors(_ handle: EasyHandle) -> Bool {
        guard handle.failure == nil, !handle.isHeadComplete, handle.sendings == 0, handle.shortages < openSockets
        else { return false }
        // At its limit, libcurl closes the oldest idle connection to open a new one.
        LCMultiSetNumber(multi, .connections, max(1, openSockets - handle.shortages))
        shortageEnd = shortageEnd ?? Instant.now.advanced(byMilliseconds: Self.shortageMilliseconds)
        handle.shortages += 1
        (handle.isShortOfDescriptors, handle.isWaitingForDescriptor) = (false, true)
        return addAgain(handle)
    }

    /// Retries the handles that wait for a connection. By now the process may have closed other files. libcurl also
    /// queued those that were added during the shortage, and does not notice that its limit is lifted.
    func endShortage() {
        guard let end = shortageEnd, end <= .now else { return }
        shortageEnd = nil
        LCMultiSetNumber(multi, .connections, 0)
        for handle in Array(running.values) where handle.mayBeQueued {
            (handle.shortages, handle.isWaitingForDescriptor) = (0, false)
            guard !addAgain(handle), let failure = handle.failure else { continue }
            self.end(handle, .failure(failure))
        }
    }

    /// Opens a socket for libcurl. Returns -1 if that fails.
    func openSocket(_ address: LCSocketAddress) -> Int32 {
        let socket = Descriptor.openSocket(address.family, address.type, address.protocol)
        guard socket >= 0 else { return socket }
        openSockets += 1
        pruning.schedule()
        poller.noteOpened(socket)
        return socket
    }

    /// Closes a socket for libcurl. Returns 0, or -1 if that fails.
    func closeSocket(_ socket: Int32) -> Int32 {
        openSockets -= 1
        sockets.forget(socket)
        return poller.close(socket)
    }
}
