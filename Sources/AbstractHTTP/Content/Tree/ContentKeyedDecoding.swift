/// Members of a dictionary.
struct ContentKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ContentTreeDecoder
    private let members: HTTPContent.Members
    /// The last value of each key, as in ``HTTPContent/Members``.
    private let values: [String: HTTPContent]

    init(decoder: ContentTreeDecoder, members: HTTPContent.Members) {
        self.decoder = decoder
        self.members = members
        values = Dictionary(members.lazy.map { ($0.key, $0.value) }) { _, last in last }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] {
        decoder.notes?.noteAll()
        return members.compactMap { Key(stringValue: $0.key) }
    }

    func contains(_ key: Key) -> Bool {
        decoder.notes?.note(key.stringValue)
        return values[key.stringValue] != nil
    }

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

    /// As in Foundation's decoders, a missing value is null.
    func superDecoder() -> any Decoder { parent(ContentKey("super")) }
    func superDecoder(forKey key: Key) -> any Decoder { parent(key) }

    private func parent(_ key: some CodingKey) -> any Decoder {
        decoder.notes?.note(key.stringValue)
        return decoder.child(values[key.stringValue] ?? .null, key)
    }

    private func child(_ key: some CodingKey) throws -> ContentTreeDecoder {
        decoder.notes?.note(key.stringValue)
        guard let content = values[key.stringValue] else {
            let context = DecodingError.Context(
                codingPath: codingPath, debugDescription: "\(key.stringValue) is missing")
            throw DecodingError.keyNotFound(key, context)
        }
        return decoder.child(content, key)
    }
}
