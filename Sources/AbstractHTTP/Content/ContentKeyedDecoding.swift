/// Members of a dictionary.
struct ContentKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ContentTreeDecoder
    let members: HTTPContent.Members

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try child(key).content == .null }
    func decode<Model: Decodable>(_ type: Model.Type, forKey key: Key) throws -> Model {
        try child(key).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try child(ContentKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }

    private func child(_ key: some CodingKey) throws -> ContentTreeDecoder {
        guard let content = members[key.stringValue] else {
            let context = DecodingError.Context(
                codingPath: codingPath, debugDescription: "\(key.stringValue) is missing")
            throw DecodingError.keyNotFound(key, context)
        }
        return decoder.child(content, key)
    }
}
