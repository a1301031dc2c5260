#if os(Linux) || os(Android)
    #if canImport(Android)
        import Android
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif
    import AbstractHTTP
    import AbstractHTTPLibcurl
    import Foundation

    /// Waits by `epoll(7)`.
    ///
    /// A socket that is left stays in the set until it becomes ready, which costs less than to take it out and put it in again for each
    /// request on a kept connection. That is done for sockets alone whose closing is told here: a number that is used again then
    /// never means another socket.
    final class EpollPoller: Poller {
        private struct Entry {
            var isOwn = false
            var isInSet = false
            var isWatched = false
            var events: UInt32 = 0
        }

        private let waker: Waker
        private let set: Int32
        /// By descriptor.
        private var entries: [Entry] = []
        private var ready = [epoll_event](repeating: epoll_event(), count: 256)
        private var readyCount = 0

        let needsWake = false

        func willWait() {}

        /// Throws a `POSIXError` when the process has too many files open.
        init(_ waker: Waker) throws {
            self.waker = waker
            set = epoll_create1(O_CLOEXEC)
            guard set >= 0 else { throw POSIXError.last }
            control(EPOLL_CTL_ADD, waker.socket, Events.reading)
        }

        deinit {
            Descriptor.close(set)
        }

        func watch(_ socket: Int32, _ interest: Interest) {
            guard let index = index(of: socket) else { return }
            let events =
                (interest.contains(.reading) ? Events.reading : 0)
                | (interest.contains(.writing) ? Events.writing : 0)
            if !entries[index].isInSet {
                if !control(EPOLL_CTL_ADD, socket, events) { control(EPOLL_CTL_MOD, socket, events) }
            } else if entries[index].events != events {
                if !control(EPOLL_CTL_MOD, socket, events) { control(EPOLL_CTL_ADD, socket, events) }
            }
            entries[index].isInSet = true
            entries[index].isWatched = true
            entries[index].events = events
        }

        func unwatch(_ socket: Int32) {
            guard let index = index(of: socket) else { return }
            entries[index].isWatched = false
            if !entries[index].isOwn { remove(socket) }
        }

        func noteOpened(_ socket: Int32) {
            guard let index = index(of: socket) else { return }
            entries[index] = Entry(isOwn: true)
        }

        func close(_ socket: Int32) -> Int32 {
            remove(socket)
            if let index = index(of: socket) { entries[index] = Entry() }
            return Descriptor.close(socket)
        }

        func wait(milliseconds: Int32) {
            let count = ready.withUnsafeMutableBufferPointer { ready in
                epoll_wait(set, ready.baseAddress, Int32(ready.count), milliseconds)
            }
            readyCount = max(0, Int(count))
        }

        func forEachReady(_ body: (_ socket: Int32, _ interest: Interest) -> Void) {
            for number in 0..<readyCount {
                let (socket, events) = (ready[number].data.fd, ready[number].events)
                if socket == waker.socket {
                    waker.reset()
                } else if let index = index(of: socket), entries[index].isWatched {
                    body(socket, Interest(events))
                } else {
                    remove(socket)
                }
            }
            readyCount = 0
        }

        private func remove(_ socket: Int32) {
            guard let index = index(of: socket), entries[index].isInSet else { return }
            control(EPOLL_CTL_DEL, socket, 0)
            entries[index].isInSet = false
        }

        @discardableResult
        private func control(_ operation: Int32, _ socket: Int32, _ events: UInt32) -> Bool {
            var event = epoll_event(events: events, data: epoll_data_t(fd: socket))
            return epoll_ctl(set, operation, socket, &event) == 0
        }

        private func index(of socket: Int32) -> Int? {
            guard let index = Int(exactly: socket), index >= 0 else { return nil }
            if index >= entries.count {
                entries += Array(repeating: Entry(), count: index + 64 - entries.count)
            }
            return index
        }
    }

    /// As the system has them; the C libraries declare them as different types.
    private enum Events {
        static let reading: UInt32 = 0x001
        static let writing: UInt32 = 0x004
        static let error: UInt32 = 0x008
        static let hangUp: UInt32 = 0x010
    }

    extension Interest {
        fileprivate init(_ events: UInt32) {
            self = []
            if events & (Events.reading | Events.hangUp) != 0 { insert(.reading) }
            if events & Events.writing != 0 { insert(.writing) }
            if events & Events.error != 0 { insert(.error) }
        }
    }
#endif
