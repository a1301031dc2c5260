import AbstractHTTP
import Foundation

/// The head of a request.
extension ConformanceCase {
    static let methods: [ConformanceCase] =
        ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "M-SEARCH", "lower"].map { method in
            ConformanceCase("the method \(method) is sent as it is written") { probe in
                let method = HTTPMethod(rawValue: method)
                let response = try await probe.send(probe.request("/m", method))

                try probe.expectEqual(response.statusCode, 200, "the status")
                try probe.expectEqual(probe.lastRequest().method, method, "the method")
                try probe.expectEqual(response.text, method == .head ? "" : "\(method) /m", "the body")
            }
        }

    static let targets: [ConformanceCase] = [
        target("an escaped path is sent as it is written", "/a%2Fb%20c;d=e,f/%C3%A4/%e4"),
        target("escaped dots are sent as they are written", "/a/%2e%2e/b"),
        target("a query is sent as it is written", "/?a=1&b=%20+&c&d=%26/?:@"),
        target("an empty query keeps its mark", "/a?"),
        target("empty segments of a path stay", "//a//b/"),
        target("a path without query", "/a.b-c_d~e!$&'()*+,;=:@"),
        target("a URL of 7,000 bytes is sent", "/" + String(repeating: "x", count: 7_000)),
        ConformanceCase("no path is the path /") { probe in
            _ = try await probe.send(probe.request(""))
            try probe.expectEqual(probe.lastRequest().target, "/", "the target")
        },
        ConformanceCase("a fragment is not sent") { probe in
            _ = try await probe.send(probe.request("/a?b#c"))
            try probe.expectEqual(probe.lastRequest().target, "/a?b", "the target")
        },
    ]

    private static func target(_ name: String, _ target: String) -> ConformanceCase {
        ConformanceCase(name) { probe in
            _ = try await probe.send(probe.request(target))
            try probe.expectEqual(probe.lastRequest().target, target, "the target")
        }
    }

    static let requestHeaders: [ConformanceCase] = [
        header("a header field is sent", ["X-Test": "one two"], "X-Test", "one two"),
        header("a field without a value is sent", ["X-Empty": ""], "X-Empty", ""),
        header("a field with a blank value is sent", ["X-Blank": " \t"], "X-Blank", ""),
        header("a value that is not ASCII is sent as UTF-8", ["X-Test": "ä€𝄞"], "X-Test", "ä€𝄞"),
        header("a repeated field is sent with all its values", ["X-Test": "1", "x-test": "2"], "X-Test", "1,2"),
        header("the User-Agent can be set", ["User-Agent": "mine/1"], "User-Agent", "mine/1"),
        header("the Host can be set", ["Host": "virtual.example"], "Host", "virtual.example"),
        header("the Accept can be set", ["Accept": "a/b"], "Accept", "a/b"),
        header(
            "a value of 8,000 bytes is sent", ["X-Long": String(repeating: "x", count: 8_000)], "X-Long",
            String(repeating: "x", count: 8_000)),
        header("the Authorization can be set", ["Authorization": "Bearer x"], "Authorization", "Bearer x"),
        header("a Cookie can be set", ["Cookie": "a=b; c=d"], "Cookie", "a=b; c=d"),
        ConformanceCase("200 header fields are sent") { probe in
            let headers = HTTPHeaders(
                (0..<200).map { .init(name: HTTPHeaderName(rawValue: "X-\($0)"), value: "\($0)") })
            _ = try await probe.send(probe.request(headers: headers))
            let received = try probe.lastRequest().headers
            for field in headers { try probe.expectEqual(received[field.name], field.value, "\(field.name)") }
        },
        ConformanceCase("the Host is that of the URL, with its port") { probe in
            _ = try await probe.send(probe.request())
            try probe.expectEqual(probe.lastRequest().headers["Host"], "127.0.0.1:\(probe.server.port)", "the Host")
        },
        ConformanceCase("nothing of one request is sent with the next") { probe in
            _ = try await probe.send(probe.request("/", .post, headers: ["X-Test": "1"], body: .data(Data("x".utf8))))
            _ = try await probe.send(probe.request())
            let request = try probe.lastRequest()
            try probe.expectEqual(request.headers["X-Test"], nil, "X-Test")
            try probe.expectEqual(request.headers[.contentLength], nil, "the Content-Length")
            try probe.expectEqual(request.body, Data(), "the body")
        },
        ConformanceCase("a cookie of a response is not sent with the next request") { probe in
            _ = try await probe.receive(LoopbackResponse(headers: ["Set-Cookie": "a=b"]))
            _ = try await probe.send(probe.request())
            try probe.expectEqual(probe.lastRequest().headers[.cookie], nil, "the Cookie")
        },
    ]

    private static func header(
        _ name: String, _ headers: HTTPHeaders, _ field: HTTPHeaderName, _ value: String
    ) -> ConformanceCase {
        ConformanceCase(name) { probe in
            _ = try await probe.send(probe.request(headers: headers))
            let received = try probe.lastRequest().headers[field]?.replacing(", ", with: ",")
            try probe.expectEqual(received, value.replacing(", ", with: ","), "\(field)")
        }
    }
}
