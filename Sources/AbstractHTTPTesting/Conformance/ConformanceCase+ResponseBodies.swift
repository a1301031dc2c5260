import AbstractHTTP
import Foundation

/// The body of a response.
extension ConformanceCase {
    static let responseBodies: [ConformanceCase] =
        [
            body("bytes of every value arrive", .data(Data(0...255)), Data(0...255)),
            body("a body of no bytes arrives", .data(Data()), Data()),
            body("8 MiB arrive", .data(Data(count: 8 << 20)), Data(count: 8 << 20)),
            body("chunks are put together", .chunks(pieces(["one ", "two ", "three"])), Data("one two three".utf8)),
            body("no chunks are no bytes", .chunks(pieces([])), Data()),
            body(
                "1,000 chunks of one byte arrive", .chunks(pieces(Array(repeating: "x", count: 1_000))),
                Data(repeating: UInt8(ascii: "x"), count: 1_000)),
            raw(
                "extensions of chunks are ignored",
                "Transfer-Encoding: chunked\r\n\r\n2;a=b;c=\"d\"\r\nbo\r\n2\r\ndy\r\n0;e\r\n\r\n"),
            raw(
                "trailer fields are not part of the body",
                "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX-T: 1\r\n\r\n"),
            raw("a body without a length ends with its connection", "\r\nbody"),
            raw("the same length twice is one length", "Content-Length: 4\r\nContent-Length: 4\r\n\r\nbody"),
            raw("the same length in a list is one length", "Content-Length: 4, 4\r\n\r\nbody"),
        ] + contentCodings + otherResponseBodies

    private static let otherResponseBodies: [ConformanceCase] = [
        ConformanceCase("a body arrives piece by piece") { probe in
            let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
            probe.server.enqueue(LoopbackResponse(body: .chunks(chunks)))
            let stream = try await probe.connector.execute(probe.request())
            var body = stream.body.makeAsyncIterator()
            for text in ["one", "two", "three"] {
                pieces.yield(Data(text.utf8))
                var piece = Data()
                while piece.count < text.utf8.count, let more = try await body.next() { piece += more }
                try probe.expectEqual(String(decoding: piece, as: UTF8.self), text, "the piece")
            }
            pieces.finish()
            try probe.expectEqual(try await body.next(), nil, "what follows the last piece")
        },
        ConformanceCase("HEAD has no body, whatever its length says") { probe in
            let response = try await probe.receive(.text("four"), .head)
            try probe.expectEqual(response.headers[.contentLength], "4", "the Content-Length")
            try probe.expectEqual(response.data, Data(), "the body")
            try await probe.expectService()
        },
        ConformanceCase("204 and 304 have no body") { probe in
            for statusCode in [204, 304] {
                let response = try await probe.receive(LoopbackResponse(statusCode: statusCode))
                try probe.expectEqual(response.statusCode, statusCode, "the status")
                try probe.expectEqual(response.data, Data(), "the body")
            }
            try await probe.expectService()
        },
        ConformanceCase("a reader that waits holds nobody up, and loses nothing") { probe in
            // Append blocks, because single bytes took two threads half a minute under the thread sanitizer.
            var data = Data(capacity: 16 << 20)
            for number in 0..<(16 << 10) {
                data.append(Data(repeating: UInt8(truncatingIfNeeded: number), count: 1 << 10))
            }
            probe.server.enqueue(LoopbackResponse(data: data))
            let stream = try await probe.connector.execute(probe.request())
            for _ in 0..<3 { try await probe.expectService() }
            let response = try await probe.collect(stream)
            try probe.expect(response.data == data, "the body is another one, of \(response.data.count) bytes")
        },
        ConformanceCase("a server that is slow is waited for") { probe in
            probe.server.enqueue(.text("late").delayed(by: .seconds(30)).throttled(to: 1, per: .seconds(30)))
            async let response = probe.send(probe.request())
            for _ in 0..<4 {
                await probe.clock.waitForSleepers()
                probe.clock.advance(by: .seconds(30))
            }
            try probe.expectEqual(try await response.text, "late", "the body")
        },
    ]

    /// `body` is created for each trial, because chunks can be read only once.
    private static func body(
        _ name: String, _ body: @autoclosure @escaping @Sendable () -> LoopbackResponse.Body, _ data: Data
    ) -> ConformanceCase {
        ConformanceCase(name) { probe in
            let response = try await probe.receive(LoopbackResponse(body: body()))
            try probe.expect(response.data == data, "the body is another one, of \(response.data.count) bytes")
        }
    }

    /// A message whose body is `body`.
    private static func raw(_ name: String, _ message: String) -> ConformanceCase {
        ConformanceCase(name) { probe in
            let response = try await probe.receive(.raw("HTTP/1.1 200 OK\r\n" + message))
            try probe.expectEqual(response.text, "body", "the body")
        }
    }

    private static func pieces(_ texts: [String]) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for text in texts { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
    }
}
