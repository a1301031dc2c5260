import Foundation
import TestSupport
import Testing

/// A spec that names no model does not compile.
@Suite struct MissingModelTests {
    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Specs/MissingModel.swift").standardizedFileURL

    @Test func theErrorNamesTheModel() async throws {
        let output = try await Compiler.output(of: Self.fixture, importing: "AbstractHTTP")

        #expect(output.contains("error: type 'GetText' does not conform to protocol 'ResponseSpec'"), "\(output)")
        #expect(output.contains("associated type 'ResponseModel'"), "\(output)")
    }
}
