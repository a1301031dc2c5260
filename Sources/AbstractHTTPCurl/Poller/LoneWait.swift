import AbstractHTTPLibcurl
import Foundation

/// A caller's short wait for its own socket, on its own thread.
///
/// Where a response comes at once, from this machine or the next, two ways to another thread cost more than all the
/// rest of a request, and to fall asleep and wake up costs half of what is left.
enum LoneWait {
    /// Looks again and again at first, which takes a processor for as long.
    case looking
    case sleeping

    /// How it ended.
    enum End {
        /// Something came before the thread slept.
        case soon
        /// Something came.
        case late
        case vain
    }

    /// How long it looks, in nanoseconds, and how long it then sleeps.
    static let longestLook = 100_000
    private static let longestSleep = 200_000
    /// With one processor who looks keeps the server from answering, when it is on this machine.
    static let mayLook = ProcessInfo.processInfo.activeProcessorCount > 1

    /// Waits until `socket` is ready for `interest`, or the waker wakes. Returns what the socket is ready for, which is
    /// nothing when the waker was it, or the time is over.
    func perform(on socket: Int32, _ interest: Interest, _ waker: Waker) -> (ready: Interest, end: End) {
        var hasSlept = false
        let look = self == .looking && Self.mayLook ? Self.longestLook : 0
        let events = LCWaitForOne(socket, interest.events, waker.socket, look, Self.longestSleep, &hasSlept)
        guard events >= 0 else { return ([], .vain) }
        return (Interest(Int16(truncatingIfNeeded: events)), hasSlept ? .late : .soon)
    }
}
