/// Responses in memory, of which those go first that were not asked for the longest.
struct MemoryCache: Sendable {
    private struct Entry: Sendable {
        let response: StoredResponse
        var lastUse: UInt64
    }

    let limit: Int
    private var entries: [ResponseKey: Entry] = [:]
    private var size = 0
    private var clock: UInt64 = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func response(for key: ResponseKey) -> StoredResponse? {
        clock += 1
        entries[key]?.lastUse = clock
        return entries[key]?.response
    }

    mutating func keep(_ response: StoredResponse, for key: ResponseKey) {
        remove(key)
        guard response.size <= limit else { return }
        clock += 1
        entries[key] = Entry(response: response, lastUse: clock)
        size += response.size
        while size > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) { remove(oldest.key) }
    }

    mutating func remove(_ key: ResponseKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        size -= entry.response.size
    }

    mutating func removeAll(where isGone: (ResponseKey) -> Bool) {
        for key in entries.keys where isGone(key) { remove(key) }
    }
}
