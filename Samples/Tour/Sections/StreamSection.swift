import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A body that is read while it arrives: the server sends the next piece only when the one before was read.
enum StreamSection: Section {
    static let name = "stream"
    static let summary = "a body is read as it arrives, and the generation ends with it"

    struct Ticker: ConnectionSpec {
        typealias ResponseModel = ResponseStream
        let url: String
    }

    static func run(on stage: Stage) async throws {
        let (pieces, server) = try makeServer()
        let recorder = EventRecorder()
        let connection = Connection(Ticker(url: server.url + "/ticker")).recorded(by: recorder)

        let stream = try await connection.response()
        stage.expect("head", stream.statusCode, is: 200)
        stage.expect("events at the head", recorder.events, is: [.onStart, .onReceived, .onReceivedModel])

        var received: [String] = []
        let all = ["one", "two", "three"]
        pieces.yield(Data(all[0].utf8))
        for try await piece in stream.body {
            received.append(String(decoding: piece, as: UTF8.self))
            stage.say("read \(received.last ?? "")")
            if received.count < all.count { pieces.yield(Data(all[received.count].utf8)) } else { pieces.finish() }
        }

        stage.expect("body", received, is: all)
        stage.expect(
            "events", recorder.events, is: [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    private static func makeServer() throws -> (AsyncStream<Data>.Continuation, LoopbackServer) {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        return (pieces, server)
    }
}
