import AbstractHTTP
import AbstractHTTPLibcurl

/// Makes libcurl close connections that have been idle for too long.
///
/// libcurl closes them only when a transfer looks for a connection. This adds such a transfer from time to time. It
/// never gets a socket, so it fails right away. libcurl 8.16 and later use a different idle time here, but they can
/// close all idle connections on request.
struct ConnectionPruning {
    /// When to add the transfer. Nil while there are no connections, and while it runs.
    private(set) var due: Instant?
    private let easy: UnsafeMutableRawPointer
    private let interval: Int
    private var isRunning = false
    /// How many times in a row `due` passed without the end of a request.
    private var quietIntervals = 0

    /// The idle time, in intervals.
    private static let intervals = 4

    /// Nothing ever connects to this address.
    private static let url = "http://0.0.0.0:9/"

    /// Throws ``TransportError`` if there is no memory.
    init(_ timeout: Duration) throws(TransportError) {
        guard let easy = LCEasyMake() else { throw TransportError(.outOfResources, "libcurl is out of memory") }
        self.easy = easy
        // libcurl counts in whole seconds, and closes connections that have been idle for longer than the limit.
        interval = max(1_000, timeout.wholeSeconds * 1_000 / Self.intervals)
        for (option, number) in [
            (LCOption.noSignal, 1), (.freshConnection, 1), (.maximumIdleSeconds, timeout.wholeSeconds),
        ] {
            _ = LCEasySetNumber(easy, option, number)
        }
        for (option, text) in [(LCOption.URL, Self.url), (.proxy, "")] { _ = LCEasySet(easy, option, text) }
        LCEasySetSocketCallbacks(easy, nil, { _, _, _ in -1 }, nil, { _, socket in Descriptor.close(socket) })
    }

    /// Whether all idle connections have been idle for too long.
    var areAllIdle: Bool { quietIntervals > Self.intervals }

    /// Call when a request leaves its connection.
    mutating func noteUse() { quietIntervals = 0 }

    /// Call when there is a connection.
    mutating func schedule() {
        if due == nil, !isRunning { due = Instant.now.advanced(byMilliseconds: interval) }
    }

    /// Returns the transfer to add, if it is due.
    mutating func begin() -> UnsafeMutableRawPointer? {
        guard let due, due <= .now else { return nil }
        (self.due, isRunning) = (nil, true)
        quietIntervals += 1
        return easy
    }

    /// Returns the transfer to remove, if it was running.
    @discardableResult
    mutating func end() -> UnsafeMutableRawPointer? {
        defer { isRunning = false }
        return isRunning ? easy : nil
    }

    /// Releases the transfer. Call nothing afterwards.
    func free() { LCEasyFree(easy) }
}

extension Duration {
    /// The duration in seconds, rounded up: at least one second and at most a year.
    var wholeSeconds: Int {
        let (seconds, rest) = components
        return Int(min(max(seconds + (rest > 0 ? 1 : 0), 1), 365 * 86_400))
    }
}
