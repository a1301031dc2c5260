import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A body that is read while it arrives: the server sends the next piece only when the one before was read.
enum StreamSection: Section {
    static let name = "stream"
    static let summary = "A response body is read as it arrives"

    struct Ticker: ConnectionSpec {
        typealias ResponseModel = ResponseStream
        let url: String
        var request: HTTP { HTTP(url) }
    }

    static func run(on stage: Stage) async throws {
        let (pieces, server) = try makeServer()
        let recorder = EventRecorder()
        stage.declaration("struct Ticker")
        stage.code()
        let connection = Connection(Ticker(url: server.url + "/ticker")).recorded(by: recorder)
        let stream = try await connection.response()

        stage.expect("The status code, before the body arrives", stream.statusCode, is: 200)
        stage.expect("The events so far", recorder.events, is: [.onStart, .onReceived, .onReceivedModel])

        var received: [String] = []
        let all = ["one", "two", "three"]
        /// Sends the next piece only when the piece before it was read.
        func sendNext(_ index: Int) {
            if index < all.count { pieces.yield(Data(all[index].utf8)) } else { pieces.finish() }
            if index > 0 { stage.say("  read \(all[index - 1])") }
        }
        sendNext(0)

        stage.code()
        for try await piece in stream.body {
            received.append(String(decoding: piece, as: UTF8.self))
            sendNext(received.count)
        }

        stage.expect("The body", received, is: all)
        stage.expect(
            "The events, after the body", recorder.events,
            is: [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    private static func makeServer() throws -> (AsyncStream<Data>.Continuation, LoopbackServer) {
        let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(body: .chunks(chunks)))
        return (pieces, server)
    }
}
