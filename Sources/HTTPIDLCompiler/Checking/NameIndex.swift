/// Finds the names that are one edit away from a text, without a comparison with each name.
///
/// Two texts that are one edit apart become equal if at most one byte of each is left out.
struct NameIndex {
    private let names: [String]
    /// Maps each name, whole and without one of its bytes, to the indices of the names that it can come from.
    private var positions: [[UInt8]: [Int]] = [:]

    /// Longer names are not in the index, because the number of bytes in it is the square of their length.
    private static let longestName = 100

    init(_ names: [String]) {
        self.names = names
        for (position, name) in names.enumerated() {
            for rest in Self.rests(of: name) { positions[rest, default: []].append(position) }
        }
    }

    /// The names that can be one edit away from a text, in their order.
    func candidates(for text: String) -> [String] {
        Set(Self.rests(of: text).flatMap { positions[$0] ?? [] }).sorted().map { names[$0] }
    }

    private static func rests(of name: String) -> Set<[UInt8]> {
        let bytes = Array(name.utf8)
        guard bytes.count <= longestName else { return [] }
        return Set([bytes] + bytes.indices.map { Array(bytes[..<$0] + bytes[($0 + 1)...]) })
    }
}
