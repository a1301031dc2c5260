import AbstractHTTPLibcurl

/// A caller's short wait for its own socket, on its own thread.
///
/// Where a response comes at once, from this machine or the next, two ways to another thread cost more than all the rest of a request.
enum LoneWait {
    /// How long it is at most, in nanoseconds.
    private static let limit = 200_000

    /// Waits until `socket` is ready for `interest`, or the waker wakes. Returns what the socket is ready for, which is nothing when the waker
    /// was it; nil when the time is over.
    static func wait(for socket: Int32, _ interest: Interest, _ waker: Waker) -> Interest? {
        let events = LCWaitForOne(socket, interest.events, waker.socket, limit)
        return events < 0 ? nil : Interest(Int16(truncatingIfNeeded: events))
    }
}
