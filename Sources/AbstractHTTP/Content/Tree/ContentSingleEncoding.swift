/// One value.
struct ContentSingleEncoding: SingleValueEncodingContainer {
    let encoder: ContentTreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.node.set(.content(.null)) }

    func encode(_ value: some Encodable) throws {
        encoder.node.set(.content(try encoder.content(of: value, below: encoder.path)))
    }
}
