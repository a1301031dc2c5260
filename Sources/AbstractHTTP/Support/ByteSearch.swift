import Foundation

extension Data {
    /// Whether the data contains `pattern`. Uses Horspool's algorithm, which skips ahead by the length of the pattern
    /// for most bytes.
    package func contains(_ pattern: [UInt8]) -> Bool {
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
