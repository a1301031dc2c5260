/// Which exchanges have one of the connections to their host, and which wait for one, in the order in which they began.
package struct ConnectionSlots<ID: Hashable & Sendable, Host: Hashable & Sendable>: Sendable {
    private struct Line {
        var taken = 0
        /// Who waits; those before `first` do not any more, nor does who is not in `waiting`.
        var queue: [ID] = []
        var first = 0
        var waiting: Set<ID> = []
        var isLimited = true

        var isUnused: Bool { taken == 0 && waiting.isEmpty && isLimited }

        mutating func begin(_ id: ID, _ perHost: Int) -> Bool {
            guard isLimited, taken >= perHost else {
                taken += 1
                return true
            }
            queue.append(id)
            waiting.insert(id)
            return false
        }

        mutating func end(_ id: ID) -> ID? {
            // Nobody waits mostly: then nothing is looked for.
            if !waiting.isEmpty {
                if waiting.remove(id) != nil { return nil }
                if let next = popFirst() { return next }
            }
            if !queue.isEmpty { (queue, first) = ([], 0) }
            taken -= 1
            return nil
        }

        mutating func lift() -> [ID] {
            isLimited = false
            var all: [ID] = []
            while let id = popFirst() { all.append(id) }
            taken += all.count
            return all
        }

        private mutating func popFirst() -> ID? {
            while first < queue.count {
                let id = queue[first]
                first += 1
                if waiting.remove(id) != nil { return id }
            }
            (queue, first) = ([], 0)
            return nil
        }
    }

    /// How many connections there are for each host.
    package let perHost: Int
    private var lines: [Host: Line] = [:]
    /// From more hosts on those that nobody uses are forgotten.
    private static var mostUnused: Int { 64 }

    package init(perHost: Int) {
        self.perHost = perHost
    }

    /// Begins the exchange `id`; returns whether it has a connection, or waits for one.
    package mutating func begin(_ id: ID, with host: Host) -> Bool {
        let perHost = perHost
        return lines[host, default: Line()].begin(id, perHost)
    }

    /// Ends the exchange `id`, which began; returns who waited for its connection and has it now.
    package mutating func end(_ id: ID, with host: Host) -> ID? {
        guard let index = lines.index(forKey: host) else { return nil }
        let next = lines.values[index].end(id)
        if lines.count > Self.mostUnused, lines.values[index].isUnused { lines.remove(at: index) }
        return next
    }

    /// One connection to `host` carries all: nobody waits any more. Returns who has waited.
    package mutating func lift(_ host: Host) -> [ID] {
        lines[host, default: Line()].lift()
    }
}
