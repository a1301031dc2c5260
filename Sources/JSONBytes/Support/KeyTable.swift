#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The keys of the members of an object, as they are compared with and written to a JSON text.
package final class KeyTable: @unchecked Sendable {
    /// The keys as the type has them.
    package let names: [String]
    /// The number of keys.
    package let count: Int
    /// The keys as a text has them, but without escapes.
    package let spellings: [String]
    /// The place of each key among all, if they are sorted by their bytes in UTF-8.
    private let places: [Int]
    /// The keys as strings of JSON, one after the other, and 8 more bytes. They never change.
    private let text: UnsafeMutablePointer<UInt8>
    private let entries: UnsafeMutablePointer<Entry>

    private struct Entry {
        let offset: Int
        let count: Int
        /// The first bytes, at most eight, and which bits they take.
        let word: UInt64
        let mask: UInt64
    }

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - names: The keys as the type has them.
    ///   - spellings: The keys as a text has them. Default: the same.
    package init(_ names: [String], spellings: [String]? = nil) {
        self.names = names
        count = names.count
        let spellings = spellings ?? names
        self.spellings = spellings
        let sorted = names.indices.sorted { spellings[$0].precedesInUTF8(spellings[$1]) }
        places = names.indices.map { sorted.firstIndex(of: $0) ?? 0 }
        var output = OutputBytes(capacity: 64)
        var ends: [Int] = []
        for name in spellings {
            output.append(string: name)
            ends.append(output.count)
        }
        text = .allocate(capacity: output.count + 8)
        text.initialize(repeating: 0, count: output.count + 8)
        text.update(from: output.start, count: output.count)
        entries = .allocate(capacity: max(names.count, 1))
        var start = 0
        for (index, end) in ends.enumerated() {
            let mask: UInt64 = end - start >= 8 ? .max : 1 << UInt64(8 * (end - start)) - 1
            let word = Self.word(text + start) & mask
            (entries + index).initialize(to: Entry(offset: start, count: end - start, word: word, mask: mask))
            start = end
        }
    }

    deinit {
        text.deallocate()
        entries.deallocate()
    }

    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// Returns the index of the key at the position of a text, and moves past it. Returns -1 if the table does not have
    /// these bytes.
    ///
    /// - Parameter guess: The index of the key that is tried first.
    func match(in view: ByteView, at index: inout Int, guess: Int) -> Int {
        let left = view.count - index
        let here = view.start + index
        guard left >= 8 else { return slowMatch(here, left, &index) }
        let word = Self.word(here)
        if guess < count, matches(entries + guess, word, here, left) {
            index += entries[guess].count
            return guess
        }
        var key = 0
        while key < count {
            if matches(entries + key, word, here, left) {
                index += entries[key].count
                return key
            }
            key += 1
        }
        return -1
    }

    @inline(__always)
    private func matches(
        _ entry: UnsafePointer<Entry>, _ word: UInt64, _ here: UnsafePointer<UInt8>, _ left: Int
    ) -> Bool {
        guard word & entry.pointee.mask == entry.pointee.word else { return false }
        let count = entry.pointee.count
        return count <= 8 || count <= left && memcmp(here + 8, text + entry.pointee.offset + 8, count - 8) == 0
    }

    /// The place of a key among all, in the order of their bytes.
    package func place(of key: Int) -> Int { places[key] }

    /// Writes a key with its quotation marks.
    package func write(_ key: Int, to output: inout OutputBytes) {
        guard key < count else { return }
        output.append(UnsafeBufferPointer(start: text + entries[key].offset, count: entries[key].count))
    }

    /// Compares near the end of the text.
    private func slowMatch(_ here: UnsafePointer<UInt8>, _ left: Int, _ index: inout Int) -> Int {
        for key in 0..<count {
            let entry = entries[key]
            guard entry.count <= left, memcmp(here, text + entry.offset, entry.count) == 0 else { continue }
            index += entry.count
            return key
        }
        return -1
    }
}

extension String {
    /// Whether the string sorts before another one by the bytes of UTF-8, as in Foundation's encoder.
    package func precedesInUTF8(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
