/// Passes everything on to an encoder except for some members of the outermost container.
struct PartialEncoder: Encoder {
    let encoder: any Encoder
    let names: Set<String>

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            PartialKeyedEncoding(container: encoder.container(keyedBy: type), names: names))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        PartialSingleEncoding(container: encoder.singleValueContainer(), names: names)
    }
}

/// A value that is encoded in place of another one loses the same members.
private struct PartialSingleEncoding: SingleValueEncodingContainer {
    var container: any SingleValueEncodingContainer
    let names: Set<String>

    var codingPath: [any CodingKey] { container.codingPath }

    mutating func encodeNil() throws { try container.encodeNil() }

    mutating func encode(_ value: some Encodable) throws {
        try container.encode(PartialContent(sendablePart(value), without: names))
    }
}

private struct PartialKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var container: KeyedEncodingContainer<Key>
    let names: Set<String>

    var codingPath: [any CodingKey] { container.codingPath }

    private func keeps(_ key: Key) -> Bool { !names.contains(key.stringValue) }

    mutating func encodeNil(forKey key: Key) throws {
        if keeps(key) { try container.encodeNil(forKey: key) }
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        if keeps(key) { try container.encode(value, forKey: key) }
    }

    mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try encodePresent(value, key) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        keeps(key) ? container.nestedContainer(keyedBy: type, forKey: key) : dropped.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        keeps(key) ? container.nestedUnkeyedContainer(forKey: key) : dropped.unkeyedContainer()
    }

    /// Inherited members that a class encodes separately are kept.
    mutating func superEncoder() -> any Encoder { container.superEncoder() }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        keeps(key) ? container.superEncoder(forKey: key) : dropped
    }

    /// An encoder whose output is discarded. The excluded members are encoded with it.
    private var dropped: any Encoder { ContentTreeEncoder(keys: .unchanged) }

    // The default implementations would not pass nil on.
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodePresent(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodePresent(value, key) }

    private mutating func encodePresent(_ value: (some Encodable)?, _ key: Key) throws {
        if keeps(key) { try container.encodeIfPresent(value, forKey: key) }
    }
}
