import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Models that are created from the whole response.
@Suite struct ResponseDecodableTests {
    enum Upload: ResponseDecodable, Equatable {
        case finished([Int])
        case pending(String?)

        init(response: Response) throws {
            self =
                response.statusCode == 202
                ? .pending(response.headers["Location"]) : .finished(try response.decoded())
        }
    }

    enum Refusal: ResponseDecodable, Equatable {
        case gone
        case invalid([Int])

        init(response: Response) throws {
            self = response.statusCode == 410 ? .gone : .invalid(try response.decoded())
        }
    }

    struct Send: ConnectionSpec {
        typealias ResponseModel = Upload
        typealias FailureModel = Refusal
        var request: HTTP { HTTP("https://example.com/") }
        var contentDecoder: (any ContentDecoder)? { First() }
    }

    /// Reads only the first byte.
    struct First: ContentDecoder {
        func decode<Value: Decodable>(_ type: Value.Type, from response: Response) throws -> Value {
            try #require([Int(response.data.first ?? 0)] as? Value)
        }
    }

    @Test func theModelSeesTheStatusAndTheFields() async throws {
        let pending = Response(statusCode: 202, headers: ["Location": "/7"])

        #expect(try await send(pending).response() == .pending("/7"))
    }

    @Test func theModelUsesTheDecoderOfTheSpec() async throws {
        #expect(try await send(Response(statusCode: 200, data: Data([7, 8]))).response() == .finished([7]))
    }

    @Test(arguments: [(410, Data(), Refusal.gone), (422, Data([7]), .invalid([7]))])
    func aFailureWithoutContentHasAModelToo(statusCode: Int, data: Data, refusal: Refusal) async {
        let error = await failure(of: send(Response(statusCode: statusCode, data: data)))

        #expect(error?.failureModel as? Refusal == refusal)
    }

    @Test func anOptionalIsNilWithoutContent() async throws {
        let config = ConnectionConfig.over(MockConnector { _ in Response(statusCode: 204) })

        #expect(try await HTTP("https://example.com/").asDecodable(Upload?.self, config: config).response() == nil)
    }

    @Test func onlyAResponseIsDecodedAsSuchAModel() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Upload].self, from: Data("[{}]".utf8))
        }
        #expect("\(error as Any)".contains("Upload is created from a whole response"))
    }

    private func send(_ response: Response) -> Connection<Upload> {
        Connection(Send(), config: .over(MockConnector { _ in response }))
    }
}
