import AbstractHTTP
import Foundation
import Testing

/// How data and nested arrays become fields. One rule applies to queries, forms, and multipart forms.
@Suite struct FieldRuleTests {
    private static let bytes = Data([0xFB, 0xFF])

    private struct Blob: Codable, Equatable {
        var a = FieldRuleTests.bytes
    }

    @Test(arguments: [FieldOptions.Arrays.repeated, .brackets, .indexed, .commas])
    func writesDataAsBase64(arrays: FieldOptions.Arrays) async throws {
        let options = FieldOptions(arrays: arrays)

        #expect(try QueryContentEncoder(options: options).encode(Blob()).query == "a=%2B%2F8%3D")
        #expect(try await text(FormContentEncoder(options: options).encode(Blob())) == "a=%2B%2F8%3D")
    }

    @Test func writesElementsThatAreDataAsBase64() throws {
        let values = ["a": [Self.bytes, Data()]]

        #expect(try QueryContentEncoder().encode(values).query == "a=%2B%2F8%3D&a=")
        #expect(try QueryContentEncoder(options: FieldOptions(arrays: .commas)).encode(values).query == "a=%2B%2F8%3D,")
    }

    @Test func readsTheDataOfAForm() async throws {
        let body = try await text(FormContentEncoder().encode(Blob()))
        let response = Response(
            statusCode: 200, headers: ["Content-Type": "application/x-www-form-urlencoded"], data: Data(body.utf8))

        #expect(try response.decoded(as: Blob.self) == Blob())
    }

    @Test func sendsDataOfAMultipartFormAsItIs() async throws {
        let sent = try await data(MultipartContentEncoder().encode(Blob()))

        #expect(sent.range(of: Data("\r\n\r\n".utf8) + Self.bytes + Data("\r\n".utf8)) != nil)
    }

    @Test(arguments: [
        (FieldOptions.Arrays.brackets, "a[0][]=1&a[0][]=2&a[1][]=3&a[2][b]=4&a[]=5"),
        (.indexed, "a[0][0]=1&a[0][1]=2&a[1][0]=3&a[2][b]=4&a[3]=5"),
    ])
    func nestedElementsKeepTheirIndex(arrays: FieldOptions.Arrays, fields: String) async throws {
        let content: HTTPContent = ["a": [[1, 2], [3], ["b": 4], 5]]
        let options = FieldOptions(arrays: arrays)

        #expect(try QueryContentEncoder(options: options, escaping: Verbatim()).encode(content).query == fields)
        #expect(try await text(FormContentEncoder(options: options, escaping: Verbatim()).encode(content)) == fields)
        let multipart = try await text(MultipartContentEncoder(options: options).encode(content))
        let parts = multipart.matches(of: /name="(.+)"\r\n\r\n(.)/)
        #expect(parts.map { "\($0.1)=\($0.2)" }.joined(separator: "&") == fields)
    }

    @Test(arguments: [FieldOptions.Arrays.repeated, .commas])
    func unindexedStyleRejectsNestedElements(arrays: FieldOptions.Arrays) {
        let options = FieldOptions(arrays: arrays)
        let encoders: [any ContentEncoder] = [.query(options), .form(options), .multipart(options)]

        for encoder in encoders {
            for nested: HTTPContent in [[[1]], [["b": 1]]] {
                let error = #expect(throws: HTTPContentError.self) { try encoder.encode(["a": nested]) }
                #expect(error == HTTPContentError(path: "a[0]", reason: .nestedArray))
            }
        }
    }

    private func text(_ encoded: EncodedContent) async throws -> String {
        String(decoding: try await data(encoded), as: UTF8.self)
    }

    private func data(_ encoded: EncodedContent) async throws -> Data {
        let body = try #require(encoded.body)
        return try await body.reduce(into: Data()) { $0 += $1 }
    }
}

/// Shows fields as they are.
private struct Verbatim: URLEncoder {
    func encode(_ text: String) -> String { text }
}
