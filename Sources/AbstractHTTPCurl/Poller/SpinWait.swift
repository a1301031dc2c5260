import AbstractHTTPLibcurl
import Foundation

/// A caller's short wait for its own socket, on its own thread.
///
/// If a response arrives quickly, from this machine or a near one, switching to another thread and back costs more than
/// the rest of a request. Falling asleep and waking up costs half of the remaining time.
enum SpinWait {
    /// Spins before it sleeps, which occupies a processor meanwhile.
    case spinning
    case sleeping

    /// How the wait ended.
    enum End {
        /// Something arrived before the thread slept.
        case soon
        /// Something arrived after the thread slept.
        case late
        case timedOut
    }

    /// How long the thread spins, in nanoseconds, and how long it then sleeps.
    static let longestSpin = 100_000
    private static let longestSleep = 200_000
    /// With one processor, spinning would keep a server on this machine from answering.
    static let maySpin = ProcessInfo.processInfo.activeProcessorCount > 1

    /// Waits until `socket` is ready for `interest`, or the waker wakes. Returns what the socket is ready for, which is
    /// nothing if the waker woke or the time is over.
    func perform(on socket: Int32, _ interest: Interest, _ waker: Waker) -> (ready: Interest, end: End) {
        var hasSlept = false
        let spin = self == .spinning && Self.maySpin ? Self.longestSpin : 0
        let events = LCWaitForOne(socket, interest.events, waker.socket, spin, Self.longestSleep, &hasSlept)
        guard events >= 0 else { return ([], .timedOut) }
        return (Interest(Int16(truncatingIfNeeded: events)), hasSlept ? .late : .soon)
    }
}
