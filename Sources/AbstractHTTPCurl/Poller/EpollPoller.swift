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

    /// Waits with `epoll(7)`.
    ///
    /// A socket that is no longer watched stays in the set until it becomes ready. This costs less than removing and
    /// adding it for each request on a kept connection. Only sockets whose closing is reported here stay, so that a
    /// reused number never means another socket. Changes of the wanted events are passed to the system before the next
    /// wait.
    final class EpollPoller: Poller {
        private struct Entry {
            var isOwn = false
            var isWatched = false
            /// Whether the socket is in `changed`.
            var hasChanged = false
            /// The wanted events.
            var events: UInt32 = 0
            /// The events in the set, or nil if the socket is not in it.
            var eventsInSet: UInt32?
        }

        private let waker: Waker
        private let set: Int32
        /// The entries by descriptor.
        private var entries: [Entry] = []
        /// The sockets whose wanted events differ from those in the set.
        private var changed: [Int32] = []
        private var watchedCount = 0
        private var lastWatched: Int32 = -1
        private var ready = [epoll_event](repeating: epoll_event(), count: 256)
        private var readyCount = 0

        let needsWake = false

        func willWait() { applyChanges() }

        func applyChanges() {
            guard !changed.isEmpty else { return }
            for socket in changed {
                guard let index = index(of: socket), entries[index].hasChanged else { continue }
                entries[index].hasChanged = false
                if entries[index].isWatched { set(socket, index, entries[index].events) }
            }
            changed.removeAll(keepingCapacity: true)
        }

        private func set(_ socket: Int32, _ index: Int, _ events: UInt32) {
            let isInSet = entries[index].eventsInSet != nil
            guard entries[index].eventsInSet != events else { return }
            if !control(isInSet ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, events) {
                control(isInSet ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, events)
            }
            entries[index].eventsInSet = events
        }

        /// Throws a `POSIXError` if the process has too many open files.
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
            if !entries[index].isWatched { watchedCount += 1 }
            lastWatched = socket
            entries[index].isWatched = true
            entries[index].events = events
            if !entries[index].hasChanged, entries[index].eventsInSet != events {
                entries[index].hasChanged = true
                changed.append(socket)
            }
        }

        func unwatch(_ socket: Int32) {
            guard let index = index(of: socket) else { return }
            if entries[index].isWatched { watchedCount -= 1 }
            entries[index].isWatched = false
            if !entries[index].isOwn { remove(socket) }
        }

        func noteOpened(_ socket: Int32) {
            guard let index = index(of: socket) else { return }
            entries[index] = Entry(isOwn: true)
        }

        func close(_ socket: Int32) -> Int32 {
            unwatch(socket)
            remove(socket)
            if let index = index(of: socket) { entries[index] = Entry() }
            return Descriptor.close(socket)
        }

        func wait(milliseconds: Int32) -> Bool {
            let count = ready.withUnsafeMutableBufferPointer { ready in
                epoll_wait(set, ready.baseAddress, Int32(ready.count), milliseconds)
            }
            readyCount = max(0, Int(count))
            return readyCount > 0
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

        func takeLone() -> (socket: Int32, interest: Interest)? {
            guard watchedCount == 1, let index = index(of: lastWatched), entries[index].isWatched else { return nil }
            if entries[index].eventsInSet != nil { set(lastWatched, index, 0) }
            if !entries[index].hasChanged { changed.append(lastWatched) }
            entries[index].hasChanged = true
            return (lastWatched, Interest(entries[index].events))
        }

        private func remove(_ socket: Int32) {
            guard let index = index(of: socket), entries[index].eventsInSet != nil else { return }
            control(EPOLL_CTL_DEL, socket, 0)
            entries[index].eventsInSet = nil
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

    /// The values of the system. The C libraries declare them with different types.
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
