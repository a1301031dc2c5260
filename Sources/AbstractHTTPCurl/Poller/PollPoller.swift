#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Waits with `poll(2)`, which every system has.
final class PollPoller: Poller {
    private let waker: Waker
    private var watched: [Int32: Interest] = [:]
    private(set) var needsWake = false
    /// The sockets of the last wait, with its results.
    private var polled: [pollfd] = []

    init(_ waker: Waker) {
        self.waker = waker
    }

    func watch(_ socket: Int32, _ interest: Interest) {
        guard watched.updateValue(interest, forKey: socket) != interest else { return }
        needsWake = true
    }

    func unwatch(_ socket: Int32) {
        if watched.removeValue(forKey: socket) != nil { needsWake = true }
    }

    func noteOpened(_ socket: Int32) {}

    func close(_ socket: Int32) -> Int32 {
        unwatch(socket)
        return Descriptor.close(socket)
    }

    func applyChanges() {}

    func willWait() {
        needsWake = false
        polled = watched.map { pollfd(fd: $0.key, events: $0.value.events, revents: 0) }
        polled.append(pollfd(fd: waker.socket, events: Int16(POLLIN), revents: 0))
    }

    func wait(milliseconds: Int32) -> Bool {
        let count = polled.withUnsafeMutableBufferPointer { poll($0.baseAddress, nfds_t($0.count), milliseconds) }
        // After an error, the results mean nothing.
        if count < 0 { for index in polled.indices { polled[index].revents = 0 } }
        return count > 0
    }

    func forEachReady(_ body: (_ socket: Int32, _ interest: Interest) -> Void) {
        let ready = polled.filter { $0.revents != 0 }
        polled = []
        for entry in ready {
            if entry.fd == waker.socket {
                waker.reset()
            } else if watched[entry.fd] != nil {
                body(entry.fd, Interest(entry.revents))
            }
        }
    }

    func takeLone() -> (socket: Int32, interest: Interest)? {
        watched.count == 1 ? watched.first.map { ($0.key, $0.value) } : nil
    }
}

extension Interest {
    /// Creates the interest from a result of `poll(2)`.
    init(_ events: Int16) {
        self = []
        if events & Int16(POLLIN | POLLHUP) != 0 { insert(.reading) }
        if events & Int16(POLLOUT) != 0 { insert(.writing) }
        if events & Int16(POLLERR | POLLNVAL) != 0 { insert(.error) }
    }

    /// The events for `poll(2)`.
    var events: Int16 {
        Int16(contains(.reading) ? POLLIN : 0) | Int16(contains(.writing) ? POLLOUT : 0)
    }
}
