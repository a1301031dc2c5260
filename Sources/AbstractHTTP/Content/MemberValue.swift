/// Finds the value of one member of an encodable value, with its own type.
///
/// A tree would lose it: an encoder renames the keys of a type, but not those of a tree.
package enum MemberValue {
    /// The value of the member whose coding key is `name`, or nil if the value does not encode it as a whole.
    package static func named(_ name: String, of whole: any Encodable & Sendable) -> (any Encodable & Sendable)? {
        guard (whole as? any RequestContentConvertible) == nil else { return nil }
        let search = MemberSearch(name)
        try? whole.encode(to: MemberSearchEncoder(search: search))
        return search.found.flatMap { sendablePart($0).unwrapped }
    }
}

/// The value that an encoder has found.
private final class MemberSearch {
    let name: String
    var found: (any Encodable)?

    init(_ name: String) { self.name = name }
}

/// Keeps the value of one member of the outermost container, and drops everything else.
private struct MemberSearchEncoder: Encoder {
    let search: MemberSearch

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MemberSearchContainer(search: search))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { dropped.unkeyedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueSearch(search: search) }
}

/// A value that is encoded in place of another one is searched in the same way.
private struct SingleValueSearch: SingleValueEncodingContainer {
    let search: MemberSearch

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() {}

    mutating func encode(_ value: some Encodable) throws { try value.encode(to: MemberSearchEncoder(search: search)) }
}

private struct MemberSearchContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let search: MemberSearch

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) {}

    mutating func encode(_ value: some Encodable, forKey key: Key) {
        if key.stringValue == search.name { search.found = value }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { dropped.container(keyedBy: type) }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { dropped.unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { dropped }

    mutating func superEncoder(forKey key: Key) -> any Encoder { dropped }
}

/// An encoder whose output is discarded.
private var dropped: any Encoder { ContentTreeEncoder(keys: .unchanged) }
