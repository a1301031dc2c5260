/// The part of a file that a 206 contains, or the length of the whole file in a 416 (RFC 9110, section 14.4).
package struct ContentRange: Hashable {
    /// The positions of the bytes, or nil if the range was not satisfied.
    package let range: Range<Int>?
    /// The length of the whole file, in bytes, or nil if the server does not know it.
    package let total: Int?

    /// Reads the value of a field. Returns nil if it is malformed or contradicts itself.
    package init?(_ value: String) {
        let parts = value.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let (range, total) = (halves[0].byteRange, halves[1].byteCount)
        guard range != nil || halves[0] == "*", total != nil || halves[1] == "*", range != nil || total != nil else {
            return nil
        }
        if let range, let total, range.upperBound > total { return nil }
        (self.range, self.total) = (range, total)
    }
}

extension Substring {
    fileprivate var byteCount: Int? {
        utf8.allSatisfy(\.isDigit) ? Int(self) : nil
    }

    fileprivate var byteRange: Range<Int>? {
        let ends = split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ends[0].byteCount, let last = ends[1].byteCount, first <= last, last < .max
        else { return nil }
        return first..<(last + 1)
    }
}
