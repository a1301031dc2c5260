/// What runs, and what has run since nothing did: by identity, with how far each has come.
struct IndicatorBatch: Sendable {
    private struct Entry {
        var upload: TransferProgress?
        var download: TransferProgress?
        /// The largest part so far: a retry begins again, and the bar does not go back.
        var fraction = 0.0
    }

    private var running: [ObjectIdentifier: Entry] = [:]
    private var endedCount = 0
    private var isTotalKnown = false

    /// How many run.
    var count: Int { running.count }

    /// The part of all that has come, when a total of anything was known.
    var progress: Double? {
        guard isTotalKnown, endedCount + running.count > 0 else { return nil }
        let sum = running.values.reduce(Double(endedCount)) { $0 + $1.fraction }
        return sum / Double(endedCount + running.count)
    }

    mutating func begin(_ id: ObjectIdentifier) {
        if running[id] == nil { running[id] = Entry() }
    }

    mutating func end(_ id: ObjectIdentifier) {
        guard running.removeValue(forKey: id) != nil else { return }
        endedCount += 1
        if running.isEmpty { self = IndicatorBatch() }
    }

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
