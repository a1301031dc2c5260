/// Which exchanges have one of the connections to their host, and which wait for one, in the order in which they began.
///
/// A session tells nobody, so this is what follows from the number of connections. Over HTTP/2, where one connection carries
/// all, it lets some wait that need not.
struct ConnectionSlots<ID: Equatable & Sendable>: Sendable {
    private struct Host {
        var taken = 0
        var waiting: [ID] = []
    }

    /// How many connections there are for each host.
    let perHost: Int
    private var hosts: [Origin: Host] = [:]

    init(perHost: Int) {
        self.perHost = perHost
    }

    /// Begins the exchange `id`; returns whether it has a connection, or waits for one.
    mutating func begin(_ id: ID, with origin: Origin) -> Bool {
        let isFree = hosts[origin, default: Host()].taken < perHost
        if isFree {
            hosts[origin, default: Host()].taken += 1
        } else {
            hosts[origin, default: Host()].waiting.append(id)
        }
        return isFree
    }

    /// Ends the exchange `id`, which began; returns who waited for its connection and has it now.
    mutating func end(_ id: ID, with origin: Origin) -> ID? {
        guard let host = hosts[origin] else { return nil }
        if let place = host.waiting.firstIndex(of: id) {
            hosts[origin]?.waiting.remove(at: place)
            return nil
        }
        guard host.waiting.isEmpty else { return hosts[origin]?.waiting.removeFirst() }
        hosts[origin] = host.taken > 1 ? Host(taken: host.taken - 1) : nil
        return nil
    }
}
