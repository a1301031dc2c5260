import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// The published forms of browsers.
@Suite(.enabled(if: SharedMaterial.has("vectors/multipart"))) struct MultipartVectorTests {
    @Test func everyPartIsWrittenAsPublished() async throws {
        for vector in try SharedMaterial.vectors("multipart/form-encode", of: Vector.self) {
            var form = MultipartForm(boundary: vector.boundary)
            if let fileName = vector.part.filename {
                let data = Data(vector.part.value.utf8)
                let contentType = vector.part.contentType.map { MediaType($0) }
                try form.add(vector.part.name, data: data, fileName: fileName, contentType: contentType)
            } else {
                form.add(vector.part.name, vector.part.value)
            }

            let bytes = try await collect(form.body)

            #expect(bytes == Data(base64Encoded: vector.expectedBodyBase64), "\(vector.id)")
            #expect(form.body.length == bytes.count, "\(vector.id)")
        }
    }
}

private struct Vector: Decodable {
    struct Part: Decodable {
        let name: String
        let filename: String?
        let contentType: String?
        let value: String
    }

    let id: String
    let part: Part
    let boundary: String
    let expectedBodyBase64: String
}
