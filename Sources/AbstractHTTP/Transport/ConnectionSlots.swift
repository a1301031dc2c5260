/// Tracks which exchanges have a connection to their host and which wait for one, in the order in which they began.
@usableFromInline
package struct ConnectionSlots<ID: Hashable & Sendable, Host: Hashable & Sendable>: Sendable {
    @usableFromInline
    struct Line: Sendable {
        @usableFromInline var taken = 0
        /// The waiting exchanges, from index `first` on. One that is not in `waiting` no longer waits.
        @usableFromInline var queue: [ID] = []
        @usableFromInline var first = 0
        @usableFromInline var waiting: Set<ID> = []
        @usableFromInline var isLimited = true

        @inlinable
        init() {}

        @inlinable
        var isUnused: Bool { taken == 0 && waiting.isEmpty }

        @inlinable
        mutating func begin(_ id: ID, _ perHost: Int) -> Bool {
            guard isLimited, taken >= perHost else {
                taken += 1
                return true
            }
            queue.append(id)
            waiting.insert(id)
            return false
        }

        @inlinable
        mutating func end(_ id: ID) -> ID? {
            // Usually nobody waits, so no search is needed.
            if !waiting.isEmpty {
                if waiting.remove(id) != nil { return nil }
                if let next = popFirst() { return next }
            }
            if !queue.isEmpty { (queue, first) = ([], 0) }
            taken -= 1
            return nil
        }

        @inlinable
        mutating func lift() -> [ID] {
            isLimited = false
            var all: [ID] = []
            while let id = popFirst() { all.append(id) }
            taken += all.count
            return all
        }

        @inlinable
        mutating func popFirst() -> ID? {
            while first < queue.count {
                let id = queue[first]
                first += 1
                if waiting.remove(id) != nil { return id }
            }
            (queue, first) = ([], 0)
            return nil
        }
    }

    /// The maximum number of connections to each host.
    @usableFromInline package let perHost: Int
    @usableFromInline var lines: [Host: Line] = [:]
    /// If there are more hosts than this, unused ones are removed.
    @inlinable
    static var mostUnused: Int { 64 }

    @inlinable
    package init(perHost: Int) {
        self.perHost = perHost
    }

    /// Begins the exchange `id`. Returns true if it has a connection, and false if it waits for one.
    @inlinable
    package mutating func begin(_ id: ID, with host: Host) -> Bool {
        let perHost = perHost
        return lines[host, default: Line()].begin(id, perHost)
    }

    /// Ends the exchange `id`, which must have begun. Returns the waiting exchange that gets its connection.
    @inlinable
    package mutating func end(_ id: ID, with host: Host) -> ID? {
        guard let index = lines.index(forKey: host) else { return nil }
        let next = lines.values[index].end(id)
        if lines.count > Self.mostUnused, lines.values[index].isUnused { lines.remove(at: index) }
        return next
    }

    /// Lifts the limit for `host`, because one connection carries all exchanges. Returns those that were waiting.
    @inlinable
    package mutating func lift(_ host: Host) -> [ID] {
        lines[host, default: Line()].lift()
    }
}
