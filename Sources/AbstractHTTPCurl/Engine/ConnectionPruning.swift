import AbstractHTTP
import AbstractHTTPLibcurl

/// Has libcurl close the connections that are idle for too long.
///
/// libcurl does it whenever a transfer looks for a connection. So there is a transfer that does nothing else: it gets no socket, and
/// fails. Later versions close connections after a time of their own then, but can be told to close all that are idle.
struct ConnectionPruning {
    /// When it is time for it; nil when there are no connections.
    private(set) var due: Moment?
    private let easy: UnsafeMutableRawPointer
    private let interval: Int
    private var isRunning = false
    /// How many times in a row it was time for it and no transfer had ended since.
    private var quietIntervals = 0

    /// How many intervals the time is after which a connection is closed.
    private static let intervals = 4

    /// No request goes there, and no connection.
    private static let url = "http://0.0.0.0:9/"

    /// Throws ``TransportError`` when there is no memory.
    init(_ timeout: Duration) throws(TransportError) {
        guard let easy = LCEasyMake() else { throw TransportError(.outOfResources, "libcurl is out of memory") }
        self.easy = easy
        // libcurl takes whole seconds, and more than that many.
        interval = max(1_000, timeout.wholeSeconds * 1_000 / Self.intervals)
        for (option, number) in [
            (LCOption.noSignal, 1), (.freshConnection, 1), (.maximumIdleSeconds, timeout.wholeSeconds),
        ] {
            _ = LCEasySetNumber(easy, option, number)
        }
        for (option, text) in [(LCOption.URL, Self.url), (.proxy, "")] { _ = LCEasySet(easy, option, text) }
        LCEasySetSocketCallbacks(easy, nil, { _, _, _ in -1 }, nil, { _, socket in Descriptor.close(socket) })
    }

    /// Whether every connection that carries nothing is idle for too long.
    var areAllIdle: Bool { quietIntervals > Self.intervals }

    /// A transfer has left its connection.
    mutating func noteUse() { quietIntervals = 0 }

    /// There are connections.
    mutating func schedule() {
        if due == nil, !isRunning { due = Moment.now.advanced(byMilliseconds: interval) }
    }

    /// Returns the transfer when it is time for it.
    mutating func begin() -> UnsafeMutableRawPointer? {
        guard let due, due <= .now else { return nil }
        (self.due, isRunning) = (nil, true)
        quietIntervals += 1
        return easy
    }

    /// Returns the transfer when it was running.
    @discardableResult
    mutating func end() -> UnsafeMutableRawPointer? {
        defer { isRunning = false }
        return isRunning ? easy : nil
    }

    /// Nothing is called afterwards.
    func free() { LCEasyFree(easy) }
}

extension Duration {
    /// Rounded up, at least one, and no more than a year.
    var wholeSeconds: Int {
        let (seconds, rest) = components
        return Int(min(max(seconds + (rest > 0 ? 1 : 0), 1), 365 * 86_400))
    }
}
