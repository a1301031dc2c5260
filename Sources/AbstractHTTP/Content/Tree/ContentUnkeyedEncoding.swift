/// Elements of an array.
struct ContentUnkeyedEncoding: UnkeyedEncodingContainer {
    let encoder: ContentTreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }
    private var path: CodingPath { CodingPath(ContentKey(index: count), encoder.path) }

    func encodeNil() { encoder.node.append(.content(.null)) }

    func encode(_ value: some Encodable) throws {
        encoder.node.append(.content(try encoder.content(of: value, below: path)))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        nested().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    func superEncoder() -> any Encoder { nested() }

    private func nested() -> ContentTreeEncoder {
        let child = encoder.child(below: path)
        encoder.node.append(.node(child.node))
        return child
    }
}
