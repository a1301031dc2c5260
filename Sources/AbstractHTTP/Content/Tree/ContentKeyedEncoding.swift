/// Members of a dictionary. Writes nil as null unless the encoder omits nil. The standard containers always omit it.
struct ContentKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ContentTreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func write(_ content: HTTPContent, _ key: Key) {
        encoder.node.append(.content(content), converted(key))
    }

    private func write(_ content: some RequestContentConvertible, _ key: Key) { write(content.asRequestContent(), key) }

    private func write(_ content: (some RequestContentConvertible)?, _ key: Key) {
        guard content != nil || !encoder.omitsNil else { return }
        write(content?.asRequestContent() ?? .null, key)
    }

    func encodeNil(forKey key: Key) { write(.null, key) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        write(try encoder.content(of: value, below: CodingPath(key, encoder.path)), key)
    }

    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else if !encoder.omitsNil { encodeNil(forKey: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { nested(ContentKey("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    /// Values that are written to one key in several steps are merged.
    private func nested(_ key: some CodingKey) -> ContentTreeEncoder {
        encoder.child(below: CodingPath(key, encoder.path), encoder.node.child(converted(key)))
    }

    /// The keys of a dictionary that encodes itself in place are data, and stay as they are.
    private func converted(_ key: some CodingKey) -> String {
        encoder.node.isUnordered ? key.stringValue : encoder.keys.convert(key.stringValue)
    }

    func encode(_ value: Bool, forKey key: Key) { write(value, key) }
    func encode(_ value: String, forKey key: Key) { write(value, key) }
    func encode(_ value: Double, forKey key: Key) { write(value, key) }
    func encode(_ value: Float, forKey key: Key) { write(value, key) }
    func encode(_ value: Int, forKey key: Key) { write(value, key) }
    func encode(_ value: Int8, forKey key: Key) { write(value, key) }
    func encode(_ value: Int16, forKey key: Key) { write(value, key) }
    func encode(_ value: Int32, forKey key: Key) { write(value, key) }
    func encode(_ value: Int64, forKey key: Key) { write(value, key) }
    func encode(_ value: UInt, forKey key: Key) { write(value, key) }
    func encode(_ value: UInt8, forKey key: Key) { write(value, key) }
    func encode(_ value: UInt16, forKey key: Key) { write(value, key) }
    func encode(_ value: UInt32, forKey key: Key) { write(value, key) }
    func encode(_ value: UInt64, forKey key: Key) { write(value, key) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) { write(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) { write(value, key) }
}
