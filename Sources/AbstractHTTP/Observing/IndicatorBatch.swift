/// The connections of a busy period, by identity, and the progress of each.
struct IndicatorBatch: Sendable {
    private struct Entry {
        let start: Duration
        var upload: TransferProgress?
        var download: TransferProgress?
        /// The largest fraction so far. A retry starts over, but the bar does not move back.
        var fraction = 0.0
    }

    private var running: [ObjectIdentifier: Entry] = [:]
    /// The connections whose recovery policy waits for the user.
    private var paused: Set<ObjectIdentifier> = []
    private var endedCount = 0
    /// The earliest start of a connection that has ended, except for those that a cache answered.
    private var firstStart: Duration?
    private var isTotalKnown = false

    /// The number of running connections.
    var count: Int { running.count }

    /// Whether connections run and all of them are paused.
    var isPaused: Bool { count > 0 && paused.count == count }

    /// The completed fraction of all transfers, from 0 to 1, or nil while no total is known.
    var progress: Double? {
        guard isTotalKnown, endedCount + running.count > 0 else { return nil }
        let sum = running.values.reduce(Double(endedCount)) { $0 + $1.fraction }
        return sum / Double(endedCount + running.count)
    }

    /// The earliest start of a connection, except for those that a cache answered.
    var start: Duration? {
        let starts = running.values.map(\.start) + [firstStart].compactMap(\.self)
        return starts.min()
    }

    mutating func begin(_ id: ObjectIdentifier, at now: Duration) {
        if running[id] == nil { running[id] = Entry(start: now) }
    }

    mutating func end(_ id: ObjectIdentifier, isHit: Bool) {
        guard let entry = running.removeValue(forKey: id) else { return }
        paused.remove(id)
        endedCount += 1
        if !isHit { firstStart = min(firstStart ?? entry.start, entry.start) }
    }

    mutating func pause(_ id: ObjectIdentifier) {
        if running[id] != nil { paused.insert(id) }
    }

    mutating func resume(_ id: ObjectIdentifier) { paused.remove(id) }

    mutating func note(_ progress: TransferProgress, of id: ObjectIdentifier) {
        guard var entry = running[id] else { return }
        switch progress.direction {
        case .upload: entry.upload = progress
        case .download: entry.download = progress
        }
        let known = [entry.upload, entry.download].compactMap(\.self).filter { $0.total != nil }
        if !known.isEmpty {
            isTotalKnown = true
            let parts = known.compactMap(\.fraction)
            entry.fraction = max(entry.fraction, parts.reduce(0, +) / Double(parts.count))
        }
        running[id] = entry
    }
}
