import Foundation

/// Reads the objects of a binary property list just far enough to check that each is within the data, and that none
/// contains itself.
///
/// The format is that of Apple's `CFBinaryPList.c`: a header of 8 bytes, the objects, a table of their offsets, and a
/// trailer of 32 bytes.
struct BinaryPropertyListObjects {
    private enum Visit {
        case running
        case done(Extent)
    }

    /// The number of levels of an object, and the number of objects in it. A shared object counts each time.
    private struct Extent {
        var depth = 1
        var count = 1

        mutating func add(_ child: Extent) {
            depth = max(depth, child.depth + 1)
            let (sum, isTooLarge) = count.addingReportingOverflow(child.count)
            count = isTooLarge ? .max : sum
        }
    }

    private let bytes: [UInt8]
    private let offsets: [Int]
    private let referenceSize: Int
    private let root: Int
    /// Keyed by offset, because several objects can share one.
    private var visits: [Int: Visit] = [:]
    /// The maximum number of objects to decode. A short property list can refer to the same object millions of times.
    private let mostObjects: Int

    /// Returns nil if the trailer or the table of offsets is malformed.
    init?(_ data: Data) {
        bytes = Array(data)
        guard bytes.count >= 40, let trailer = Trailer(bytes) else { return nil }
        offsets = trailer.offsets
        referenceSize = trailer.referenceSize
        root = trailer.root
        mostObjects = max(1_000_000, bytes.count.multipliedReportingOverflow(by: 4).partialValue)
    }

    /// Whether everything in the root is sound, and at most `limit` levels deep.
    mutating func isSound(to limit: Int) -> Bool {
        extent(of: root, limit) != nil
    }

    /// Returns nil if the object is not sound, has more levels than `limit`, or contains too many objects.
    private mutating func extent(of object: Int, _ limit: Int) -> Extent? {
        guard limit > 0, offsets.indices.contains(object) else { return nil }
        let offset = offsets[object]
        switch visits[offset] {
        case .done(let extent): return extent.depth <= limit ? extent : nil
        case .running: return nil
        case nil: break
        }
        guard let children = children(of: offset) else { return nil }
        visits[offset] = .running
        var extent = Extent()
        for child in children {
            guard let below = self.extent(of: child, limit - 1) else { return nil }
            extent.add(below)
            guard extent.count <= mostObjects else { return nil }
        }
        visits[offset] = .done(extent)
        return extent
    }

    /// The objects inside the object at `offset`, or nil if that object is malformed or out of bounds.
    private func children(of offset: Int) -> [Int]? {
        guard bytes.indices.contains(offset) else { return nil }
        let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 0xF))
        switch kind {
        case 0x0: return [0x0, 0x8, 0x9].contains(low) ? [] : nil
        case 0x1: return low <= 4 ? leaf(offset + 1, 1 << low) : nil
        case 0x2: return low == 2 || low == 3 ? leaf(offset + 1, 1 << low) : nil
        case 0x3: return low == 3 && isSoundDate(offset + 1) ? [] : nil
        case 0x8: return leaf(offset + 1, low + 1)
        default: break
        }
        guard let (count, start) = count(low, offset + 1) else { return nil }
        switch kind {
        case 0x4, 0x5: return leaf(start, count)
        case 0x6: return leaf(start, count, 2)
        case 0xA: return references(start, count)
        case 0xD: return references(start, count, 2)
        default: return nil
        }
    }

    /// Whether the eight bytes at `start` are a date that can be written. The description of many others traps.
    private func isSoundDate(_ start: Int) -> Bool {
        guard isWithin(start, 1, 8) else { return false }
        let bits = bytes[start..<(start + 8)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)).isWritable
    }

    private func leaf(_ start: Int, _ count: Int, _ size: Int = 1) -> [Int]? {
        isWithin(start, count, size) ? [] : nil
    }

    private func references(_ start: Int, _ count: Int, _ perElement: Int = 1) -> [Int]? {
        guard isWithin(start, count, referenceSize * perElement) else { return nil }
        return (0..<(count * perElement)).compactMap { bytes.integer(at: start + $0 * referenceSize, referenceSize) }
    }

    /// The number of elements, and where they begin. A number above 14 is stored in a separate integer.
    private func count(_ low: Int, _ start: Int) -> (count: Int, start: Int)? {
        guard low == 0xF else { return (low, start) }
        guard bytes.indices.contains(start), bytes[start] >> 4 == 0x1, bytes[start] & 0xF <= 3 else { return nil }
        let size = 1 << Int(bytes[start] & 0xF)
        return bytes.integer(at: start + 1, size).map { ($0, start + 1 + size) }
    }

    private func isWithin(_ start: Int, _ count: Int, _ size: Int) -> Bool {
        start <= bytes.count && count <= (bytes.count - start) / size
    }
}

extension BinaryPropertyListObjects {
    private struct Trailer {
        let offsets: [Int]
        let referenceSize: Int
        let root: Int

        init?(_ bytes: [UInt8]) {
            let start = bytes.count - 32
            let (offsetSize, referenceSize) = (Int(bytes[start + 6]), Int(bytes[start + 7]))
            guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
                let count = bytes.integer(at: start + 8, 8), let root = bytes.integer(at: start + 16, 8),
                let table = bytes.integer(at: start + 24, 8), table <= start, count <= (start - table) / offsetSize
            else { return nil }
            let offsets = (0..<count).compactMap { bytes.integer(at: table + $0 * offsetSize, offsetSize) }
            guard offsets.count == count, offsets.allSatisfy({ $0 >= 8 && $0 < table }) else { return nil }
            (self.offsets, self.referenceSize, self.root) = (offsets, referenceSize, root)
        }
    }
}

extension [UInt8] {
    /// The big-endian number of `size` bytes at `offset`, or nil if it is out of bounds or larger than an `Int`.
    fileprivate func integer(at offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, size <= count, offset <= count - size else { return nil }
        let value = self[offset..<(offset + size)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
