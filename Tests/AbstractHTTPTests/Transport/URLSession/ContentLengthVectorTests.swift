import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The published lengths, on the wire.
///
/// `output` is how many bytes a browser delivers, or nil for a failure. If a browser ignores a value that is not a
/// number, this client refuses it, as RFC 9110, section 8.6, allows.
@Suite(
    .tags(.libcurl), .enabled(if: SharedMaterial.has("vectors/content-length/content-lengths.json")),
    .timeLimit(.minutes(5)))
struct ContentLengthVectorTests {
    private static let body = "Fact: this is really forty-two bytes long."

    @Test func lengthIsAcceptedOrRejectedButNeverMisread() async throws {
        let text = try SharedMaterial.text("vectors/content-length/content-lengths.json")
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(text.utf8))
        #expect(!vectors.isEmpty)
        let config = ConnectionConfig(connector: TestConnector.make())
        for vector in vectors {
            let server = try LoopbackServer()
            server.enqueue(.raw("HTTP/1.1 200 OK\r\n\(vector.input)\r\n\r\n\(Self.body)"))

            let result = await outcome(of: HTTP(server.url).asData(config: config))

            switch result {
            case .success(let data): #expect(data.count == vector.output, "\(vector.input)")
            case .failure(let error):
                #expect(vector.output == nil || !vector.isUsable, "\(vector.input)")
                #expect((error.underlying as? TransportError)?.kind == .malformedResponse, "\(vector.input)")
            }
        }
    }

    private func outcome(of connection: Connection<Data>) async -> Result<Data, ConnectionError> {
        do {
            return .success(try await connection.response())
        } catch {
            return .failure(error)
        }
    }

    private struct Vector: Decodable {
        var input: String
        var output: Int?

        /// Whether the value is made of numbers and commas.
        var isUsable: Bool {
            input.replacingOccurrences(of: "Content-Length:", with: "").allSatisfy {
                $0.isWholeNumber || ", \r\n".contains($0)
            }
        }
    }
}
