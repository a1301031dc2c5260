/// Waits until sockets can be read or written.
///
/// ``wait(milliseconds:)`` and ``forEachReady(_:)`` belong to the thread of the loop, everything else to whoever has
/// the turn: so sockets are watched and left while the loop waits. It learns of that by ``settle()``.
protocol Poller: AnyObject {
    /// Whether a wait that began before the last change goes on without it.
    var needsWake: Bool { get }

    /// Takes part in waits from now on, until ``unwatch(_:)``.
    func watch(_ socket: Int32, _ interest: Interest)
    func unwatch(_ socket: Int32)
    /// A socket was opened that ``close(_:)`` will close.
    func noteOpened(_ socket: Int32)
    func close(_ socket: Int32) -> Int32

    /// Called by who has the turn and is about to leave it: what was changed holds for a wait that goes on, but when it
    /// ``needsWake``.
    func settle()
    /// Called by the loop before it waits.
    func willWait()
    /// Waits until a socket is ready, the waker wakes, or the time is over; -1 for no limit. Returns whether something
    /// came first.
    @discardableResult
    func wait(milliseconds: Int32) -> Bool
    /// Calls `body` with each socket that was ready in the last wait and is watched still.
    func forEachReady(_ body: (_ socket: Int32, _ interest: Interest) -> Void)

    /// The socket that is watched, when it is the only one, with what is wanted of it. The loop does not wait for it
    /// before the next ``settle()``.
    func takeLone() -> (socket: Int32, interest: Interest)?
}

extension Poller {
    /// Waits without falling asleep, so that the thread is there at once; takes a processor for as long.
    func spin(nanoseconds: Int) -> Bool {
        let end = Instant.now.nanoseconds + UInt64(nanoseconds)
        repeat {
            if wait(milliseconds: 0) { return true }
        } while Instant.now.nanoseconds < end
        return false
    }
}

/// What is wanted of a socket, or what it is ready for.
struct Interest: OptionSet {
    let rawValue: UInt8

    static let reading = Interest(rawValue: 1)
    static let writing = Interest(rawValue: 2)
    static let error = Interest(rawValue: 4)
}
