/// A dictionary that knows which key was used last. All operations take constant time.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        let key: Key
        var value: Value
        var older: Int?
        var newer: Int?
    }

    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var indices: [Key: Int] = [:]
    private var oldestIndex: Int?
    private var newestIndex: Int?

    var count: Int { indices.count }

    /// The least recently used key.
    var oldest: Key? { oldestIndex.flatMap { nodes[$0]?.key } }

    /// All pairs, in any order.
    var all: [(Key, Value)] { nodes.compactMap { $0.map { ($0.key, $0.value) } } }

    /// All keys, in any order.
    var keys: [Key] { Array(indices.keys) }

    /// Returns the value of a key.
    func peek(_ key: Key) -> Value? { indices[key].flatMap { nodes[$0]?.value } }

    /// Returns the value of a key, and makes it the newest.
    mutating func use(_ key: Key) -> Value? {
        guard let index = indices[key] else { return nil }
        if index != newestIndex {
            unlink(index)
            link(index)
        }
        return nodes[index]?.value
    }

    /// Sets the value of a key, and makes it the newest. Nil removes the key.
    mutating func set(_ key: Key, _ value: Value?) {
        let known = indices[key]
        if let known { unlink(known) }
        guard let value else {
            indices[key] = nil
            if let known {
                nodes[known] = nil
                free.append(known)
            }
            return
        }
        let node = Node(key: key, value: value)
        let index = known ?? free.popLast() ?? nodes.count
        if index < nodes.count { nodes[index] = node } else { nodes.append(node) }
        indices[key] = index
        link(index)
    }

    private mutating func unlink(_ index: Int) {
        guard let node = nodes[index] else { return }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldestIndex = node.newer }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newestIndex = node.older }
    }

    private mutating func link(_ index: Int) {
        nodes[index]?.older = newestIndex
        nodes[index]?.newer = nil
        if let newestIndex { nodes[newestIndex]?.newer = index } else { oldestIndex = index }
        newestIndex = index
    }
}
