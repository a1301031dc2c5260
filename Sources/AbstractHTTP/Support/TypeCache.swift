/// Remembers types. A later type can replace an earlier one, so that the memory is bounded.
struct TypeCache: Sendable {
    private static let size = 256
    private var types: [ObjectIdentifier?] = Array(repeating: nil, count: size)

    func contains(_ type: Any.Type) -> Bool { types[index(of: type)] == ObjectIdentifier(type) }

    mutating func insert(_ type: Any.Type) { types[index(of: type)] = ObjectIdentifier(type) }

    private func index(of type: Any.Type) -> Int {
        // Metadata is aligned, so the lowest bits of its address are equal.
        Int(UInt(bitPattern: ObjectIdentifier(type)) / 16 % UInt(Self.size))
    }
}
