import AbstractHTTP
import Foundation

/// The body of a request.
extension ConformanceCase {
    static let requestBodies: [ConformanceCase] =
        [
            body("bytes of every value are sent", Data(0...255)) { .data($0) },
            body("4 MiB are sent", Data(count: 4 << 20)) { .data($0) },
            body("a stream of unknown length is sent", Data("one two three".utf8)) { data in
                .stream { pieces(of: data) }
            },
            body("a stream of known length is sent", Data("one two three".utf8)) { data in
                .stream(length: data.count) { pieces(of: data) }
            },
            body("a stream of 1 MiB is sent", Data(count: 1 << 20)) { data in .stream { pieces(of: data) } },
            file("a file is sent", Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })),
            file("an empty file is sent", Data()),
        ] + otherRequestBodies + framing

    private static let framing: [ConformanceCase] = [
        framing(
            "a Content-Length that contradicts the body is replaced or refused", .contentLength, ["5", "999", "abc"]),
        framing(
            "a Transfer-Encoding that a request has is replaced or refused", "Transfer-Encoding",
            ["chunked", "identity"]),
    ]

    private static let otherRequestBodies: [ConformanceCase] = [
        ConformanceCase("a POST without a body says that it has none") { probe in
            _ = try await probe.send(probe.request("/", .post))
            try probe.expectEqual(probe.lastRequest().headers[.contentLength], "0", "the Content-Length")
        },
        ConformanceCase("a body of no bytes is sent") { probe in
            _ = try await probe.send(probe.request("/", .put, body: .data(Data())))
            try probe.expectEqual(probe.lastRequest().body, Data(), "the body")
        },
        ConformanceCase("a DELETE may have a body") { probe in
            _ = try await probe.send(probe.request("/", .delete, body: .data(Data("x".utf8))))
            try probe.expectEqual(probe.lastRequest().body, Data("x".utf8), "the body")
        },
        ConformanceCase("a GET may have a body") { probe in
            _ = try await probe.send(probe.request("/", .get, body: .data(Data("x".utf8))))
            try probe.expectEqual(probe.lastRequest().body, Data("x".utf8), "the body")
        },
        ConformanceCase("no Content-Type is made up") { probe in
            _ = try await probe.send(probe.request("/", .post, body: .data(Data("x".utf8))))
            try probe.expectEqual(probe.lastRequest().headers[.contentType], nil, "the Content-Type")
        },
        ConformanceCase("a Content-Type is sent as it is written") { probe in
            let headers: HTTPHeaders = ["Content-Type": "text/x;a=\"b\""]
            _ = try await probe.send(probe.request("/", .post, headers: headers, body: .data(Data("x".utf8))))
            try probe.expectEqual(probe.lastRequest().headers[.contentType], "text/x;a=\"b\"", "the Content-Type")
        },
        ConformanceCase("the sent bytes are counted to the end") { probe in
            let counts = LockedValue<[Int]>([])
            let request = try probe.request("/", .put, body: .data(Data(count: 1 << 20)))
            let context = ExchangeContext(onSent: { count in counts.withLock { $0.append(count) } })
            _ = try await probe.send(request, in: context)
            let all = counts.withLock { $0 }
            try probe.expectEqual(all.last, 1 << 20, "the last count")
            try probe.expectEqual(all, all.sorted(), "the counts")
        },
        ConformanceCase("the sent bytes of an empty body are reported once") { probe in
            let nothing: @Sendable () -> AsyncStream<Data> = { AsyncStream { $0.finish() } }
            for body in [RequestBody.data(Data()), .stream(length: 0, nothing), .stream(nothing)] {
                let counts = LockedValue<[Int]>([])
                let context = ExchangeContext(onSent: { count in counts.withLock { $0.append(count) } })
                _ = try await probe.send(probe.request("/", .put, body: body), in: context)
                try probe.expectEqual(counts.withLock { $0 }, [0], "the counts")
            }
        },
        ConformanceCase("a body that can be sent again is sent again") { probe in
            let request = try probe.request(
                "/", .post, body: .stream(replay: .multiple) { pieces(of: Data("again".utf8)) })
            for _ in 0..<2 { _ = try await probe.send(request) }
            try probe.expectEqual(
                probe.server.requests.map(\.body), Array(repeating: Data("again".utf8), count: 2), "bodies")
        },
        ConformanceCase("a body that can be sent once is not sent twice") { probe in
            let request = try probe.request("/", .post, body: .stream { pieces(of: Data("once".utf8)) })
            _ = try await probe.send(request)
            try await probe.expectFailure(of: request)
            try probe.expectEqual(probe.server.requests.count, 1, "the number of requests")
        },
        ConformanceCase("a stream that fails fails the request") { probe in
            struct Failing: Error {}
            let body = RequestBody.stream(length: 10) {
                AsyncThrowingStream<Data, any Error> { continuation in
                    continuation.yield(Data("half ".utf8))
                    continuation.finish(throwing: Failing())
                }
            }
            try await probe.expectFailure(of: probe.request("/", .post, body: body))
            try probe.expectEqual(probe.server.requests.count, 0, "the number of whole requests")
        },
        ConformanceCase("a file that is gone fails the request") { probe in
            let url = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
            try Data("x".utf8).write(to: url)
            let body = try RequestBody.file(url)
            try FileManager.default.removeItem(at: url)
            try await probe.expectFailure(of: probe.request("/", .post, body: body))
        },
        ConformanceCase("Expect: 100-continue is kept") { probe in
            let request = try probe.request(
                "/", .post, headers: ["Expect": "100-continue"], body: .data(Data("x".utf8)))
            let response = try await probe.send(request)
            try probe.expectEqual(response.statusCode, 200, "the status")
            try probe.expectEqual(probe.lastRequest().body, Data("x".utf8), "the body")
        },
        ConformanceCase("a response that comes before the body is read arrives") { probe in
            probe.server.enqueue(.text("enough", statusCode: 413).early())
            let response = try await probe.send(probe.request("/", .post, body: .data(Data(count: 1 << 20))))
            try probe.expectEqual(response.statusCode, 413, "the status")
            try probe.expectEqual(response.text, "enough", "the body")
        },
    ]

    private static func body(
        _ name: String, _ data: Data, _ make: @escaping @Sendable (Data) -> RequestBody
    ) -> ConformanceCase {
        ConformanceCase(name) { probe in
            _ = try await probe.send(probe.request("/", .post, body: make(data)))
            try probe.expect(probe.lastRequest().body == data, "the body is another one")
        }
    }

    private static func file(_ name: String, _ data: Data) -> ConformanceCase {
        ConformanceCase(name) { probe in
            let url = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
            try data.write(to: url)
            defer { try? FileManager.default.removeItem(at: url) }
            _ = try await probe.send(probe.request("/", .put, body: .file(url)))
            try probe.expect(probe.lastRequest().body == data, "the body is another one")
            try probe.expectEqual(probe.lastRequest().headers[.contentLength], "\(data.count)", "the Content-Length")
        }
    }

    private static func framing(_ name: String, _ field: HTTPHeaderName, _ values: [String]) -> ConformanceCase {
        ConformanceCase(name) { probe in
            let data = Data("12345GET /smuggled HTTP/1.1\r\nHost: smuggled.example\r\n\r\n".utf8)
            for value in values {
                try await probe.expectFraming([field: value], .data(data), data)
                try await probe.expectFraming([field: value], .stream { pieces(of: data) }, data)
                try await probe.expectFraming([field: value], .data(Data()), Data())
                try await probe.expectFraming([field: value], nil, Data())
            }
        }
    }

    /// `data` in three pieces.
    private static func pieces(of data: Data) -> AsyncStream<Data> {
        AsyncStream { continuation in
            let third = data.count / 3
            for piece in [data.prefix(third), data.dropFirst(third).prefix(third), data.dropFirst(2 * third)] {
                continuation.yield(Data(piece))
            }
            continuation.finish()
        }
    }
}

extension ConformanceProbe {
    /// Sends a request whose `headers` contradict its body. No byte of it may become another request, and no byte of
    /// the next request may be missing.
    fileprivate func expectFraming(_ headers: HTTPHeaders, _ body: RequestBody?, _ data: Data) async throws {
        let count = server.requests.count
        let isSent = (try? await send(request("/framed", .post, headers: headers, body: body))) != nil
        try await expectService()

        let received = server.requests.dropFirst(count)
        try expectEqual(received.map(\.target), (isSent ? ["/framed"] : []) + ["/service"], "what the server got")
        try expect(!isSent || received.first?.body == data, "the body is another one")
    }
}
