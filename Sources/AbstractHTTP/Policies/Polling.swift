/// Begins a connection anew some time after each of its ends: on success and when the network failed or time was over.
/// Anything else stops it: another failure, a cancel (also one between two polls), or a model that is the last.
///
/// One may be added to many connections, each of which has its own pace. A connection is held by the holder of its
/// config also between polls, so that it ends with all others; a `start()` or `restart()` between two polls is a poll,
/// too.
///
/// ```swift
/// Connection(GetStatus()) { status in show(status) }
///     .addListener(Polling(every: .seconds(30)))
///     .start()
/// ```
public final class Polling: ConnectionListener {
    private let interval: PollingInterval
    private let isLast: @Sendable (any Sendable) -> Bool
    private let failures = LockedValue(FailureCounts())

    /// Polls at `interval`, until there is a model for which `isLast` is true.
    public init(_ interval: PollingInterval, until isLast: @escaping @Sendable (any Sendable) -> Bool = { _ in false })
    {
        self.interval = interval
        self.isLast = isLast
    }

    /// Polls at an interval without jitter.
    public convenience init(every interval: Duration) {
        self.init(PollingInterval(interval))
    }

    /// Has the next generation begin, or not.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        if let error {
            guard error.isPassing else { return }
        } else if let responseModel, isLast(responseModel) {
            return
        }
        let failures = failures.withLock { $0.count(of: connection, hasFailed: error != nil) }
        connection.restart(after: interval.delay(failures: failures, random: connection.config.random))
    }
}

/// How often connections have failed since their last success.
private struct FailureCounts: Sendable {
    private struct Entry {
        weak var connection: (any ConnectionTask)?
        var count: Int
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    mutating func count(of connection: any ConnectionTask, hasFailed: Bool) -> Int {
        let key = ObjectIdentifier(connection)
        let known = entries.removeValue(forKey: key).flatMap { $0.connection === connection ? $0.count : nil } ?? 0
        guard hasFailed else { return 0 }
        entries = entries.filter { $0.value.connection != nil }
        entries[key] = Entry(connection: connection, count: known + 1)
        return known + 1
    }
}
