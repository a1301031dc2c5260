import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// What the tests of streams do.
protocol StreamReading {}

extension StreamReading {
    static var handedOver: [EventRecorder.Event] { [.onStart, .onReceived, .onReceivedModel] }

    func makeConnection(
        _ body: ScriptedBody, _ recorder: EventRecorder, statusCode: Int = 200
    ) -> Connection<ResponseStream> {
        let stream = ResponseStream(statusCode: statusCode, body: ResponseBody(body))
        return Connection(StreamSpec(), config: .over(ScriptedConnector(.stream(stream)))).recorded(by: recorder)
    }

    func read(_ stream: ResponseStream) async throws -> String {
        var text = ""
        for try await chunk in stream.body { text += String(decoding: chunk, as: UTF8.self) }
        return text
    }

    func readingError(of stream: ResponseStream) async -> ConnectionError? {
        do {
            _ = try await read(stream)
            return nil
        } catch {
            return error as? ConnectionError
        }
    }
}
