/// The bytes of a body, in the blocks in which they arrived.
struct BlockQueue: Sendable {
    /// Stored separately, because most bodies have no other blocks.
    private var first: Block?
    private var others: [Block] = []
    /// The number of bytes.
    private(set) var byteCount = 0

    var isEmpty: Bool { byteCount == 0 }
    /// The number of blocks.
    var count: Int { (first == nil ? 0 : 1) + others.count }

    /// Adds the bytes of `block`. Returns whether the block itself was taken. Otherwise, its bytes were copied to the
    /// last block, because a block costs more than a few bytes.
    mutating func append(_ block: Block) -> Bool {
        guard block.count > 0 else { return false }
        byteCount += block.count
        if let last = others.last ?? first, last.room >= block.count {
            last.append(block.bytes)
            return false
        }
        if first == nil { first = block } else { others.append(block) }
        return true
    }

    mutating func popFirst() -> Block? {
        guard let block = first else { return nil }
        first = others.isEmpty ? nil : others.removeFirst()
        byteCount -= block.count
        return block
    }
}
