import Foundation

extension Data {
    /// Whether the data contains `pattern`. Uses the algorithm of Horspool, whose steps through the data are, for most
    /// bytes, as long as the pattern.
    func contains(_ pattern: [UInt8]) -> Bool {
        guard let last = pattern.indices.last else { return true }
        var steps = [Int](repeating: pattern.count, count: 256)
        for (index, byte) in pattern.enumerated().dropLast() { steps[Int(byte)] = last - index }
        return withUnsafeBytes { data in
            var end = last
            while end < data.count {
                let byte = data[end]
                if byte == pattern[last], data[(end - last)...end].elementsEqual(pattern) { return true }
                end += steps[Int(byte)]
            }
            return false
        }
    }
}
