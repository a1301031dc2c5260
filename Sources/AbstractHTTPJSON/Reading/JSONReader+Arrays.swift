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
}
