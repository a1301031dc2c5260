import JSONBytes

extension JSONReader {
    /// Begins an array. Returns whether it has an element. Then read it, and call ``nextElement()``.
    ///
    /// ```swift
    /// guard try json.array() else { return }
    /// repeat { numbers.append(try json.read(Int.self)) } while try json.nextElement()
    /// ```
    public mutating func array() throws -> Bool {
        if let decoder { return try decoder.beginArray() }
        do { return try bytes.beginArray() } catch { throw JSONReadingError(error, [Any].self) }
    }

    /// Returns whether another element follows. Otherwise, the array has ended.
    public mutating func nextElement() throws -> Bool {
        if let decoder { return decoder.nextElement() }
        return try bytes.nextElement()
    }

    /// Returns the capacity to reserve for an array or a dictionary that is full.
    ///
    /// A collection that doubles its capacity needs up to three times its final memory. For a large collection, this
    /// estimates the final count from the average length of the elements so far.
    ///
    /// - Parameters:
    ///   - count: The number of elements so far.
    ///   - start: The value of ``offset`` at the first one.
    @usableFromInline
    func capacity(after count: Int, from start: Int) -> Int {
        let passed = bytes.index - start
        guard count >= 1024, passed > 0 else { return count * 2 }
        let rest = Double(bytes.bytes.count - bytes.index) / Double(passed) * Double(count)
        return count + max(Int(rest * 1.02), count / 8)
    }

    /// The index of the next byte.
    @usableFromInline var offset: Int { bytes.index }
}
