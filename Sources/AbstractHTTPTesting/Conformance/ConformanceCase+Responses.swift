import AbstractHTTP
import Foundation

/// The head of a response.
extension ConformanceCase {
    static let responseHeads: [ConformanceCase] =
        [200, 201, 202, 206, 299, 300, 400, 404, 418, 429, 500, 503, 599].map { statusCode in
            ConformanceCase("the status \(statusCode) arrives with its body") { probe in
                let response = try await probe.receive(.text("body", statusCode: statusCode))
                try probe.expectEqual(response.statusCode, statusCode, "the status")
                try probe.expectEqual(response.text, "body", "the body")
            }
        } + redirects + challenges + fields + [
            ConformanceCase("a response of HTTP/1.0 ends with its connection") { probe in
                let response = try await probe.receive(.raw("HTTP/1.0 200 OK\r\n\r\nbody"))
                try probe.expectEqual(response.text, "body", "the body")
            },
            ConformanceCase("a status line without a reason is understood") { probe in
                let response = try await probe.receive(.raw("HTTP/1.1 200 \r\nContent-Length: 4\r\n\r\nbody"))
                try probe.expectEqual(response.text, "body", "the body")
            },
            ConformanceCase("a status line that ends right after the status code is accepted") { probe in
                let response = try await probe.receive(.raw("HTTP/1.1 200\r\nContent-Length: 4\r\n\r\nbody"))
                try probe.expectEqual(response.text, "body", "the body")
            },
            ConformanceCase("interim responses are not the response") { probe in
                var response = LoopbackResponse.text("body")
                response.interim = [100, 102, 103].map { LoopbackResponse(statusCode: $0, headers: ["X-Interim": "1"]) }
                let received = try await probe.receive(response)
                try probe.expectEqual(received.statusCode, 200, "the status")
                try probe.expectEqual(received.text, "body", "the body")
            },
            ConformanceCase("the response says which URL answered") { probe in
                let response = try await probe.send(probe.request("/a?b"))
                try probe.expectEqual(
                    response.url?.absoluteString ?? probe.server.url + "/a?b", probe.server.url + "/a?b", "it")
            },
        ]

    private static let redirects: [ConformanceCase] =
        [301, 302, 303, 307, 308].map { statusCode in
            ConformanceCase("the redirect \(statusCode) is not followed, and arrives with its body") { probe in
                var redirect = LoopbackResponse.text("go", statusCode: statusCode)
                redirect.headers["Location"] = "/next"
                let response = try await probe.receive(redirect)
                try probe.expectEqual(response.statusCode, statusCode, "the status")
                try probe.expectEqual(response.headers[.location], "/next", "the Location")
                try probe.expectEqual(response.text, "go", "the body")
                try probe.expectEqual(probe.server.requests.count, 1, "the number of requests")
            }
        } + [
            ConformanceCase("a redirect without a Location is a response") { probe in
                let response = try await probe.receive(LoopbackResponse(statusCode: 302))
                try probe.expectEqual(response.statusCode, 302, "the status")
            },
            ConformanceCase("a redirect without a Location arrives with its body") { probe in
                let response = try await probe.receive(.text("go", statusCode: 302))
                try probe.expectEqual(response.text, "go", "the body")
            },
            ConformanceCase("the head of a redirect is delivered before its body has ended") { probe in
                let (chunks, pieces) = AsyncStream.makeStream(of: Data.self)
                probe.server.enqueue(
                    LoopbackResponse(statusCode: 302, headers: ["Location": "/next"], body: .chunks(chunks)))
                pieces.yield(Data("go".utf8))
                let stream = try await probe.connector.execute(probe.request())
                pieces.finish()
                try probe.expectEqual(stream.statusCode, 302, "the status")
            },
            ConformanceCase("a redirect whose Location is not a URL is a response") { probe in
                let response = try await probe.receive(.redirect(to: "http://["))
                try probe.expectEqual(response.statusCode, 302, "the status")
            },
        ]

    private static let challenges: [ConformanceCase] =
        ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"y\"", "Negotiate"].map { challenge in
            ConformanceCase("a 401 that asks for \(challenge.prefix { $0 != " " }) is a response with its body") {
                probe in
                var response = LoopbackResponse.text("who are you", statusCode: 401)
                response.headers["WWW-Authenticate"] = challenge
                let received = try await probe.receive(response)
                try probe.expectEqual(received.statusCode, 401, "the status")
                try probe.expectEqual(received.headers["WWW-Authenticate"], challenge, "the challenge")
                try probe.expectEqual(received.text, "who are you", "the body")
            }
        }

    private static let fields: [ConformanceCase] = [
        ConformanceCase("a header field arrives, its name without case") { probe in
            let response = try await probe.receive(LoopbackResponse(headers: ["x-ODD": " spaced out "]))
            try probe.expectEqual(response.headers["X-Odd"], "spaced out", "the value")
        },
        ConformanceCase("a repeated field arrives with all its values in order") { probe in
            let response = try await probe.receive(LoopbackResponse(headers: ["X-R": "1", "X-Other": "3", "x-r": "2"]))
            try probe.expectEqual(response.headers["X-R"], "1, 2", "the values")
        },
        setCookies("two Set-Cookie fields stay two", named: "Set-Cookie", "Set-Cookie"),
        setCookies(
            "two Set-Cookie fields stay separate if their names differ in case", named: "Set-Cookie", "set-cookie"),
        ConformanceCase("1,000 header fields arrive") { probe in
            let headers = HTTPHeaders(
                (0..<1_000).map { .init(name: HTTPHeaderName(rawValue: "X-\($0)"), value: "\($0)") })
            let response = try await probe.receive(LoopbackResponse(headers: headers))
            for field in headers { try probe.expectEqual(response.headers[field.name], field.value, "\(field.name)") }
        },
        ConformanceCase("a value of 32 KiB arrives") { probe in
            let value = String(repeating: "x", count: 32_768)
            let response = try await probe.receive(LoopbackResponse(headers: ["X-Long": value]))
            try probe.expectEqual(response.headers["X-Long"]?.count, 32_768, "its length")
        },
        ConformanceCase("a field without a value arrives") { probe in
            let response = try await probe.receive(LoopbackResponse(headers: ["X-Empty": ""]))
            try probe.expectEqual(response.headers["X-Empty"], "", "the value")
        },
        ConformanceCase("a value in UTF-8 arrives") { probe in
            let response = try await probe.receive(LoopbackResponse(headers: ["X-Test": "ä€"]))
            try probe.expectEqual(response.headers["X-Test"], "ä€", "the value")
        },
        ConformanceCase("a value that is not UTF-8 harms nobody") { probe in
            var head = Data("HTTP/1.1 200 OK\r\nX-Latin: ".utf8)
            head += [0xE4, 0xFC] + Data("\r\nContent-Length: 4\r\n\r\nbody".utf8)
            // The connector can show the bytes in any way or refuse the response.
            let response = try? await probe.receive(LoopbackResponse(body: .raw(head)))
            try probe.expectEqual(response?.text ?? "body", "body", "the body")
            try await probe.expectService()
        },
        ConformanceCase("a first field line that begins with a blank is an error") { probe in
            for blank in [" ", "\t"] {
                let head = "HTTP/1.1 200 OK\r\n\(blank)Date: x\r\nContent-Length: 2\r\n\r\nok"
                probe.server.enqueue(.raw(head))
                try await probe.expectFailure(of: probe.request())
                // The fields of an earlier response must not become a part of it, either.
                try await probe.expectService()
            }
        },
        ConformanceCase("a head of 4 MiB is refused") { probe in
            let line = "X-Endless: " + String(repeating: "x", count: 1_000) + "\r\n"
            probe.server.enqueue(.raw("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 4_096) + "\r\n"))
            try await probe.expectFailure(of: probe.request())
            try await probe.expectService()
        },
    ]

    private static func setCookies(
        _ name: String, named first: HTTPHeaderName, _ second: HTTPHeaderName
    ) -> ConformanceCase {
        ConformanceCase(name) { probe in
            let values = ["a=1; Expires=Fri, 07 Aug 2099 08:04:19 GMT", "b=2"]
            let headers: HTTPHeaders = [first: values[0], second: values[1]]
            let response = try await probe.receive(LoopbackResponse(headers: headers))
            try probe.expectEqual(response.headers.values(for: .setCookie), values, "the fields")
        }
    }
}
