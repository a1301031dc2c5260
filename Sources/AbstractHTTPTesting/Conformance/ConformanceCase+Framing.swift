import AbstractHTTP
import Foundation

/// Where a response ends, and how its fields are read (RFC 9112).
extension ConformanceCase {
    static let responseFraming: [ConformanceCase] =
        fieldLines + foldedFields + transferCodings + chunkSizes + trailers + keptConnections

    private static let fieldLines: [ConformanceCase] = [
        ConformanceCase("a field line without whitespace after its colon is a field") { probe in
            let response = try await probe.receive(.raw("HTTP/1.1 200 OK\r\nX-Close:value\r\n\r\nbody"))
            try probe.expectEqual(response.headers["X-Close"], "value", "the value")
            try probe.expectEqual(response.text, "body", "the body")
        },
        ConformanceCase("a value of only whitespace is empty") { probe in
            let response = try await probe.receive(.raw("HTTP/1.1 200 OK\r\nX-Blank: \t \r\n\r\nbody"))
            try probe.expectEqual(response.headers["X-Blank"], "", "the value")
            try probe.expectEqual(response.text, "body", "the body")
        },
        ConformanceCase("a value that is not UTF-8 is read as Latin-1") { probe in
            var head = Data("HTTP/1.1 200 caf".utf8) + [0xE9] + Data("\r\nX-Latin: caf".utf8)
            head += [0xE9] + Data("\r\nX-UTF-8: café\r\n\r\nbody".utf8)
            let response = try await probe.receive(LoopbackResponse(body: .raw(head)))
            try probe.expectEqual(response.headers["X-Latin"], "café", "the value")
            try probe.expectEqual(response.headers["X-UTF-8"], "café", "the value in UTF-8")
            try probe.expectEqual(response.text, "body", "the body")
        },
        ConformanceCase("a 101 that the request did not ask for fails at once") { probe in
            let head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            probe.server.enqueue(.raw(head).failing(.stall, at: .end))
            try await probe.expectFailure(of: probe.request())
            try await probe.expectService()
        },
    ]

    /// The line end in a folded field counts as a blank, or the response is refused (RFC 9112, section 5.2).
    private static let foldedFields: [ConformanceCase] =
        ["X-Folded", "Content-Length", "Transfer-Encoding", "Content-Encoding"].map { name in
            ConformanceCase("a folded \(name) is one field, or an error") { probe in
                let (field, body): (String, String) =
                    switch name {
                    case "Content-Length": ("\(name):\r\n 4", "body and more")
                    case "Transfer-Encoding": ("\(name):\r\n chunked", "4\r\nbody\r\n0\r\n\r\n")
                    case "Content-Encoding": ("\(name):\r\n identity", "body")
                    default: ("\(name): a\r\n b", "body")
                    }
                let message = "HTTP/1.1 200 OK\r\n\(field)\r\n\r\n\(body)"
                if let response = try? await probe.receive(.raw(message)) {
                    try probe.expectEqual(response.text, "body", "the body")
                    let value = response.headers["X-Folded"].map { $0.split(separator: " ").joined(separator: " ") }
                    if name == "X-Folded" { try probe.expectEqual(value, "a b", "the value") }
                }
                try await probe.expectService()
            }
        } + [
            ConformanceCase("a Content-Length with a second number on the next line is an error") { probe in
                try await probe.expectError("Content-Length: 1\r\n 0\r\n\r\n0123456789")
            }
        ]

    private static let transferCodings: [ConformanceCase] = [
        ConformanceCase("whitespace before the colon of Transfer-Encoding is an error") { probe in
            try await probe.expectError("Transfer-Encoding : chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n")
        },
        ConformanceCase("the transfer coding chunked, chunked is an error") { probe in
            try await probe.expectError("Transfer-Encoding: chunked, chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n")
            try await probe.expectError(
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n")
        },
        ConformanceCase("the transfer codings chunked and identity are an error") { probe in
            try await probe.expectError(
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n4\r\nbody\r\n0\r\n\r\n")
        },
        ConformanceCase("an unknown transfer coding is an error") { probe in
            try await probe.expectError("Transfer-Encoding: foo\r\n\r\nbody")
        },
    ]

    private static let chunkSizes: [ConformanceCase] = ["0x4", "4.0", "4_", "4g", "4,4", "", "-4"].map { size in
        ConformanceCase("the chunk size \(size.debugDescription) is an error") { probe in
            try await probe.expectError("Transfer-Encoding: chunked\r\n\r\n\(size)\r\nbody\r\n0\r\n\r\n")
        }
    }

    private static let trailers: [ConformanceCase] =
        [
            ("has no colon", "garbage\r\n"), ("contains a NUL", "X: a\u{0}b\r\n"),
            ("is a status line", "HTTP/1.1 200 OK\r\n"),
        ].map { fault, line in
            ConformanceCase("a trailer that \(fault) is an error") { probe in
                try await probe.expectError("Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\(line)\r\n")
            }
        } + [
            ConformanceCase("trailers are not header fields") { probe in
                let trailers = "X-Checksum: 1\r\nSet-Cookie: a=b\r\nX-Own: trailer\r\n"
                let response = try await probe.receive(
                    .raw(
                        "HTTP/1.1 200 OK\r\nX-Own: header\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "4\r\nbody\r\n0\r\n\(trailers)\r\n"))
                try probe.expectEqual(response.text, "body", "the body")
                try probe.expectEqual(response.headers["X-Own"], "header", "the header field")
                for name in ["X-Checksum", "Set-Cookie"] {
                    try probe.expectEqual(response.headers[name], nil, "\(name) of the head")
                }
                // A connector need not report them.
                let reported = response.trailers
                try probe.expect(reported.isEmpty || reported["X-Own"] == "trailer", "the trailers are \(reported)")
            },
            ConformanceCase("trailers of 4 MiB are refused") { probe in
                let line = "X-Endless: " + String(repeating: "x", count: 1_000) + "\r\n"
                try await probe.expectError(
                    "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\(String(repeating: line, count: 4_096))\r\n")
            },
        ]

    /// A server that does not know Transfer-Encoding may see another end of the response (RFC 9112, section 6.1).
    private static let keptConnections: [ConformanceCase] = [
        notReused("HTTP/1.0 and Transfer-Encoding", ["Connection": "keep-alive"], version: "HTTP/1.0"),
        notReused("Content-Length and Transfer-Encoding", ["Content-Length": "4"]),
    ]

    private static func notReused(
        _ what: String, _ headers: HTTPHeaders, version: String = "HTTP/1.1"
    ) -> ConformanceCase {
        ConformanceCase("a connection is not reused after \(what)") { probe in
            let chunks = AsyncStream { continuation in
                continuation.yield(Data("body".utf8))
                continuation.finish()
            }
            var response = LoopbackResponse(headers: headers, body: .chunks(chunks))
            response.version = version
            probe.server.enqueue(response)
            // The connector can also refuse the response.
            let received = try? await probe.send(probe.request())
            try probe.expectEqual(received?.text ?? "body", "body", "the body")
            try await probe.expectService()
            try probe.expectEqual(probe.server.connectionCount, 2, "the number of connections")
        }
    }
}

extension ConformanceProbe {
    /// Sends a request whose response, after the status line, is `message`. It has to fail.
    fileprivate func expectError(_ message: String) async throws {
        server.enqueue(.raw("HTTP/1.1 200 OK\r\n" + message))
        try await expectFailure(of: request())
        try await expectService()
    }
}
