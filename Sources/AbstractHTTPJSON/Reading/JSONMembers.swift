import JSONBytes

/// The members of an object that is being read. ``JSONReader/object(_:keepsUnknownKeys:)`` returns it.
///
/// ```swift
/// var members = try json.object(Self.keys)
/// while let key = try json.next(&members) { … }
/// ```
public struct JSONMembers {
    let table: KeyTable
    let keepsUnknownKeys: Bool
    /// Whether a member follows, apart from the commas.
    var hasMember: Bool
    /// Whether the next member is the first one.
    var isFirst = true
    /// The key that is expected next.
    var guess = 0
    /// The index of the first byte of the object.
    let start: Int
    /// The index of the first byte of the last value, or -1. If the reader is still there, nothing has read it.
    var valueStart = -1
    /// The keys that were found, as bits.
    private var found: UInt64 = 0
    /// The keys that were found and have no bit.
    private var more: MoreKeys?

    private final class MoreKeys {
        /// From the 65th on.
        var indices: Set<Int> = []
        /// Those that no property has.
        var unknown: Set<String> = []
    }

    init(_ table: KeyTable, keepsUnknownKeys: Bool, start: Int, hasMember: Bool) {
        (self.table, self.keepsUnknownKeys, self.start) = (table, keepsUnknownKeys, start)
        self.hasMember = hasMember
    }

    /// Notes that a key was found. Returns whether it is the first time.
    mutating func find(_ key: Int) -> Bool {
        guard key < 64 else { return withMore { $0.indices.insert(key).inserted } }
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: key)
        guard found & bit == 0 else { return false }
        found |= bit
        return true
    }

    /// Notes that a key was found that no property has. Returns whether it is the first time.
    mutating func find(unknown key: String) -> Bool { withMore { $0.unknown.insert(key).inserted } }

    func contains(_ key: Int) -> Bool {
        key < 64 ? found >> UInt64(key) & 1 == 1 : more?.indices.contains(key) ?? false
    }

    private mutating func withMore(_ body: (MoreKeys) -> Bool) -> Bool {
        let keys = more ?? MoreKeys()
        more = keys
        return body(keys)
    }
}
