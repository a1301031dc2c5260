import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct Log: ConnectionSpec {
    typealias ResponseModel = ResponseStream
    var url: String { "https://api.example.com/log" }
}

struct ByteCount: StreamedModel {
    let stream: ResponseStream

    init(_ stream: ResponseStream) { self.stream = stream }
}

extension ByteCount {
    func count() async throws -> Int {
        var count = 0
        for try await _ in stream.body.bytes { count += 1 }
        return count
    }
}

struct LineCounter: ConnectionSpec {
    typealias ResponseModel = ByteCount
    var url: String { "https://api.example.com/log" }
}

@Suite struct StreamsPageTests {
    let config = ConnectionConfig(connector: MockConnector { _ in Response(statusCode: 200, data: Data("a log".utf8)) })

    @Test func aBodyIsReadInChunks() async throws {
        let stream = try await Connection(Log(), config: config).response()
        for try await chunk in stream.body {
            print(chunk.count)
        }
    }

    @Test func aModelOverAStream() async throws {
        #expect(try await Connection(LineCounter(), config: config).response().count() == 5)
    }
}
