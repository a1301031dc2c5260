extension ByteView {
    /// The most bytes of a string that are compared one by one.
    private static let fewBytes = 32

    /// The end of the value at an index if it is a plain one: a short string of ASCII characters without escapes, a
    /// number without an exponent, or a word. Otherwise, -1, and the value has to be read in steps.
    func endOfPlainValue(at index: Int) -> Int {
        guard count - index > Self.fewBytes else { return -1 }
        let first = start[index]
        if first == UInt8(ascii: "\"") { return endOfPlainString(at: index) }
        if first == UInt8(ascii: "-") || first &- 0x30 < 10 { return endOfPlainNumber(at: index) }
        if first == UInt8(ascii: "t") || first == UInt8(ascii: "n") || first == UInt8(ascii: "f") {
            return endOfWord(at: index)
        }
        return -1
    }

    /// The index of the next key, if the key and the value of this member are plain and no line break is between them.
    /// Otherwise, -1, and the member has to be read in steps.
    ///
    /// - Parameter index: The index of the quotation mark of its key.
    func startOfNextKey(afterMemberAt index: Int) -> Int {
        guard count - index > Self.fewBytes else { return -1 }
        var next = endOfPlainString(at: index)
        guard next > 0, start[next] == UInt8(ascii: ":") else { return -1 }
        next += start[next + 1] == 0x20 ? 2 : 1
        next = endOfPlainValue(at: next)
        guard next > 0, start[next] == UInt8(ascii: ",") else { return -1 }
        next += 1
        if next < count, start[next] == 0x20 { next += 1 }
        return next < count && start[next] == UInt8(ascii: "\"") ? next : -1
    }

    private func endOfPlainString(at index: Int) -> Int {
        var next = index + 1
        let end = index + Self.fewBytes
        while next < end {
            let byte = start[next]
            if byte == UInt8(ascii: "\"") { return next + 1 }
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else { return -1 }
            next += 1
        }
        return -1
    }

    private func endOfPlainNumber(at index: Int) -> Int {
        var next = index
        if start[next] == UInt8(ascii: "-") { next += 1 }
        let end = index + Self.fewBytes
        let first = next
        while next < end, start[next] &- 0x30 < 10 { next += 1 }
        guard next > first, start[first] != UInt8(ascii: "0") || next == first + 1 else { return -1 }
        if start[next] == UInt8(ascii: ".") {
            next += 1
            let firstOfFraction = next
            while next < end, start[next] &- 0x30 < 10 { next += 1 }
            guard next > firstOfFraction else { return -1 }
        }
        return next < end && start[next].endsNumber ? next : -1
    }

    private func endOfWord(at index: Int) -> Int {
        if has("true", at: index) || has("null", at: index) { return index + 4 }
        return has("false", at: index) ? index + 5 : -1
    }
}
