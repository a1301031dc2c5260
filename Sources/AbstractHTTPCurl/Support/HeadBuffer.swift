/// The lines of a head as they arrive. The memory is reused for the next head.
final class HeadBuffer {
    private static let usualSize = 4 << 10
    private var block = Block(size: usualSize)

    /// The number of bytes.
    var count: Int { block.count }
    private(set) var lineCount = 0
    var bytes: UnsafeRawBufferPointer { block.bytes }

    func append(_ line: UnsafeRawBufferPointer) {
        if block.room < line.count {
            let larger = Block(size: max(2 * block.size, block.count + line.count))
            larger.append(block.bytes)
            block = larger
        }
        block.append(line)
        lineCount += 1
    }

    func clear() {
        lineCount = 0
        if block.size > Self.usualSize { block = Block(size: Self.usualSize) } else { block.count = 0 }
    }
}
