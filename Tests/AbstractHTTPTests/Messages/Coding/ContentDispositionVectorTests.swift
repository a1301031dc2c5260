import AbstractHTTP
import TestSupport
import Testing

/// The published vectors of RFC 6266, including those outside its grammar.
@Suite(.enabled(if: SharedMaterial.has("vectors/content-disposition"))) struct ContentDispositionVectorTests {
    @Test func everyFieldIsReadAsPublished() throws {
        let vectors = try SharedMaterial.vectors("content-disposition/parse", of: Vector.self)
        // This tests responses, so it skips vectors without decoding and vectors for multipart forms.
        for vector in vectors where vector.options == nil {
            let disposition = ContentDisposition(vector.header)

            #expect(disposition.fileName == vector.filename, "\(vector.id)")
            #expect(disposition.type == vector.type, "\(vector.id)")
        }
        #expect(vectors.count { $0.options == nil } >= 80)
    }

    @Test func allParametersOfValidFieldsAreKept() throws {
        for vector in try SharedMaterial.vectors("content-disposition/parse", of: Vector.self)
        where vector.options == nil && vector.grammar == "valid" {
            var parameters = ContentDisposition(vector.header).parameters
            // The vectors have the name that a download uses. Here, the decoded name is separate.
            if parameters["filename*"] != nil { parameters["filename"] = vector.filename }

            #expect(parameters == vector.parameters, "\(vector.id)")
        }
    }
}

private struct Vector: Decodable {
    let id: String
    let header: String
    let grammar: String
    let type: String
    let parameters: [String: String]
    let filename: String?
    let options: [String: Bool]?
}
