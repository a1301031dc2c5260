/// Elements of an array.
struct ContentUnkeyedDecoding: UnkeyedDecodingContainer {
    let decoder: ContentTreeDecoder
    let elements: [HTTPContent]
    private(set) var currentIndex = 0

    init(decoder: ContentTreeDecoder, elements: [HTTPContent]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        let isNil = try peek().content == .null
        if isNil { currentIndex += 1 }
        return isNil
    }

    mutating func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        let model = try peek().decode(type)
        currentIndex += 1
        return model
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try peek().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try peek().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let child = try peek()
        currentIndex += 1
        return child
    }

    private func peek() throws -> ContentTreeDecoder {
        let key = ContentKey(index: currentIndex)
        guard !isAtEnd else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the array has ended")
            throw DecodingError.valueNotFound(HTTPContent.self, context)
        }
        return decoder.child(elements[currentIndex], key)
    }
}
