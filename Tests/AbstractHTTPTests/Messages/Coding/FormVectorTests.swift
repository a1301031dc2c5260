import AbstractHTTP
import TestSupport
import Testing

/// The published vectors of application/x-www-form-urlencoded.
@Suite(.enabled(if: SharedMaterial.has("vectors/urlencoded"))) struct FormVectorTests {
    @Test func everyTextIsReadAsPublished() throws {
        for vector in try SharedMaterial.vectors("urlencoded/parser", of: ParserVector.self) {
            let pairs = URLQuery(formEncoded: vector.input).keyValues

            #expect(pairs.map { [$0.key, $0.value ?? "none"] } == vector.output, "\(vector.id)")
        }
    }

    @Test func everyPairIsWrittenAsPublished() throws {
        for vector in try SharedMaterial.vectors("urlencoded/serializer", of: SerializerVector.self) {
            let query = URLQuery(vector.entries.map { KeyValue(key: $0[0], value: $0[1]) })
            let encoder = FormURLEncoder(lineBreaks: vector.newlines == "form" ? .crlf : .kept)

            #expect(query.encoded(by: encoder) == vector.output, "\(vector.id)")
        }
    }
}

private struct ParserVector: Decodable {
    let id: String
    let input: String
    let output: [[String]]
}

private struct SerializerVector: Decodable {
    let id: String
    let entries: [[String]]
    let output: String
    let newlines: String
}
