/// Waits until sockets can be read or written.
///
/// Only the loop's thread calls ``wait(milliseconds:)`` and ``forEachReady(_:)``. The thread that has the turn calls
/// everything else, so sockets can be watched and unwatched while the loop waits. ``applyChanges()`` tells the loop.
protocol Poller: AnyObject {
    /// Whether a wait that began before the last change ignores it.
    var needsWake: Bool { get }

    /// Includes the socket in waits until ``unwatch(_:)``.
    func watch(_ socket: Int32, _ interest: Interest)
    func unwatch(_ socket: Int32)
    /// Records a new socket, which ``close(_:)`` will close.
    func noteOpened(_ socket: Int32)
    func close(_ socket: Int32) -> Int32

    /// Called by the thread that has the turn before it gives the turn up. Changes then apply to a wait in progress,
    /// unless ``needsWake`` is true.
    func applyChanges()
    /// Called by the loop before it waits.
    func willWait()
    /// Waits until a socket is ready, the waker wakes, or the time is over (-1 for no limit). Returns whether something
    /// happened before the time was over.
    @discardableResult
    func wait(milliseconds: Int32) -> Bool
    /// Calls `body` with each socket that was ready in the last wait and is still watched.
    func forEachReady(_ body: (_ socket: Int32, _ interest: Interest) -> Void)

    /// Returns the watched socket and its interest, if it is the only one. The loop does not wait for it before the
    /// next ``applyChanges()``.
    func takeLone() -> (socket: Int32, interest: Interest)?
}

extension Poller {
    /// Waits without sleeping, so that the thread reacts immediately. This occupies a processor meanwhile.
    func spin(nanoseconds: Int) -> Bool {
        let end = Instant.now.nanoseconds + UInt64(nanoseconds)
        repeat {
            if wait(milliseconds: 0) { return true }
        } while Instant.now.nanoseconds < end
        return false
    }
}

/// The operations that a socket is watched for or is ready for.
struct Interest: OptionSet {
    let rawValue: UInt8

    static let reading = Interest(rawValue: 1)
    static let writing = Interest(rawValue: 2)
    static let error = Interest(rawValue: 4)
}
