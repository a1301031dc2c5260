import AbstractHTTP
import AbstractHTTPJSON
import Foundation
import JSONBytes
import TestSupport
import Testing

/// JSONTestSuite: texts that each parser must read, must refuse, or can do either with.
@Suite(.enabled(if: SharedMaterial.has("vectors/json")))
struct JSONTestSuiteTests {
    struct Vector: Decodable, CustomTestStringConvertible {
        let id: String
        let expect: String
        let base64: String

        var testDescription: String { id }
        var data: Data { get throws { try #require(Data(base64Encoded: base64)) } }
    }

    static let parsing = (try? SharedMaterial.vectors("json/test-parsing", of: Vector.self)) ?? []
    static let transforms = (try? SharedMaterial.vectors("json/test-transform", of: Vector.self)) ?? []

    @Test func hasAllKindsOfTexts() {
        #expect(Set(Self.parsing.map(\.expect)) == ["accept", "reject", "either"])
        #expect(!Self.transforms.isEmpty)
    }

    @Test(arguments: parsing.filter { $0.expect == "accept" })
    func acceptsAllTextsThatMustBeRead(vector: Vector) throws {
        let data = try vector.data

        try data.checkJSON()
        _ = try #require(try HTTPContent.decode(data, by: JSONContentDecoder()))
    }

    @Test(arguments: parsing.filter { $0.expect == "reject" })
    func refusesAllTextsThatMustBeRefused(vector: Vector) throws {
        let data = try vector.data

        #expect(throws: JSONSyntaxError.self) { try data.checkJSON() }
        #expect(throws: DecodingError.self) { try HTTPContent.decode(data, by: JSONContentDecoder()) }
    }

    @Test(arguments: parsing.filter { $0.expect == "either" } + transforms)
    func neverTraps(vector: Vector) throws {
        let data = try vector.data

        _ = try? data.checkJSON()
        _ = try? HTTPContent.decode(data, by: JSONContentDecoder())
        _ = try? [String].decode(data, by: JSONContentDecoder())
        _ = try? [Double].decode(data, by: JSONContentDecoder())
        _ = try? [String: Int].decode(data, by: JSONContentDecoder())
    }
}

extension Data {
    /// Passes the whole text.
    func checkJSON() throws {
        try withUnsafeBytes { bytes in
            var reader = JSONByteReader(ByteView(bytes))
            try reader.skipValue()
            try reader.finish()
        }
    }
}
