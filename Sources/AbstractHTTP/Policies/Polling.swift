/// Restarts a connection some time after it ends. It continues after a success, a failure of the network, and a
/// timeout. Any other failure, a cancel (including one between two polls), or the last model stops it.
///
/// You can add one `Polling` to many connections. Each connection has its own interval. The holder of the config also
/// holds a connection between its polls, so `cancelAll()` stops it. A `start()` or `restart()` between two polls counts
/// as a poll.
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

    /// Creates a poller with an interval. It stops after a model for which `isLast` returns true.
    public init(_ interval: PollingInterval, until isLast: @escaping @Sendable (any Sendable) -> Bool = { _ in false })
    {
        self.interval = interval
        self.isLast = isLast
    }

    /// Creates a poller with an interval without jitter.
    public convenience init(every interval: Duration) {
        self.init(PollingInterval(interval))
    }

    /// Schedules the next generation, or stops.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        if let error {
            guard error.isTransient else { return }
        } else if let responseModel, isLast(responseModel) {
            return
        }
        let (failures, others) = failures.withLock { counts in
            let others = counts.removeReleased()
            return (counts.count(of: connection, hasFailed: error != nil), others)
        }
        // The last reference to a connection must not be released under the lock.
        withExtendedLifetime(others) {}
        let delay = interval.delay(failures: failures, random: connection.config.random)
        guard let owner = connection as? any PipelineOwner else { return connection.restart(after: delay) }
        owner.pipeline.schedule(after: delay, for: connection, continuing: true)
    }
}

/// How often connections have failed since their last success.
private struct FailureCounts: Sendable {
    private struct Entry {
        weak var connection: (any ConnectionTask)?
        var count: Int
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// Removes the entries of connections that were released. Returns the other connections.
    mutating func removeReleased() -> [any ConnectionTask] {
        let others = entries.values.compactMap(\.connection)
        if others.count < entries.count { entries = entries.filter { $0.value.connection != nil } }
        return others
    }

    mutating func count(of connection: any ConnectionTask, hasFailed: Bool) -> Int {
        let key = ObjectIdentifier(connection)
        let known = entries.removeValue(forKey: key).flatMap { $0.connection === connection ? $0.count : nil } ?? 0
        guard hasFailed else { return 0 }
        entries[key] = Entry(connection: connection, count: known + 1)
        return known + 1
    }
}
