import AbstractHTTP
import Foundation

/// Bodies with a content coding (RFC 9110, section 8.4.1).
extension ConformanceCase {
    static let contentCodings: [ConformanceCase] =
        [decoded("gzip"), decoded("deflate"), decoded("br"), twice, compressedFile, members]
        + ["foo", "aws-chunked", "utf-8"].map(unknown)
        + ["gzip", "deflate", "br", "zstd"].map(truncated)

    private static let text = "hello, this is compressed once"

    /// `text` in each coding.
    private static let encoded = [
        "gzip": "H4sIAAAAAAACA8tIzcnJ11EoycgsVgCi5PzcgqLU4uLUFIX8vORUAC+xrf0eAAAA",
        "deflate": "eNrLSM3JyddRKMnILFYAouT83IKi1OLi1BSF/LzkVACq7gsv",
        "br": "Gx0A+I2UqeNbj6GxtWmQMrY3qUgnrWQm2Jy01k8V3wcA",
        "zstd": "KLUv/SQe8QAAaGVsbG8sIHRoaXMgaXMgY29tcHJlc3NlZCBvbmNlWVxCaA==",
    ]
    .mapValues { Data(base64Encoded: $0) ?? Data() }

    /// The gzip data, compressed once more.
    private static let compressedTwice =
        "H4sIAAAAAAACA5Pv5mAAASbm0x5nT568Hqhx8oROGMOiJ3/uNC268ujRFZHWP3uehDDob1z7Vw6oEgAPaG+1MAAAAA=="

    private static func data(_ coding: String) -> Data { encoded[coding, default: Data()] }

    private static func decoded(_ coding: String) -> ConformanceCase {
        ConformanceCase("\(coding) is decoded") { probe in
            let response = try await probe.receive(
                LoopbackResponse(headers: ["Content-Encoding": coding], data: data(coding)))
            try probe.expectEqual(response.text, text, "the body")
        }
    }

    private static let twice = ConformanceCase("what was compressed twice and says so once is decoded once") { probe in
        let data = Data(base64Encoded: compressedTwice) ?? Data()
        let response = try await probe.receive(LoopbackResponse(headers: ["Content-Encoding": "gzip"], data: data))
        try probe.expectEqual(response.data, Self.data("gzip"), "the body")
    }

    private static let compressedFile = ConformanceCase("a compressed file that does not say so is not decoded") {
        probe in
        let headers: HTTPHeaders = ["Content-Type": "application/gzip"]
        let response = try await probe.receive(LoopbackResponse(headers: headers, data: data("gzip")))
        try probe.expectEqual(response.data, data("gzip"), "the body")
    }

    private static let members = ConformanceCase("two gzip members form one body") { probe in
        let response = try await probe.receive(
            LoopbackResponse(headers: ["Content-Encoding": "gzip"], data: data("gzip") + data("gzip")))
        try probe.expectEqual(response.text, text + text, "the body")
    }

    private static func unknown(_ coding: String) -> ConformanceCase {
        ConformanceCase("a body with the unknown coding \(coding) is left unchanged") { probe in
            let response = try await probe.receive(
                LoopbackResponse(headers: ["Content-Encoding": coding], data: data("gzip")))
            try probe.expectEqual(response.data, data("gzip"), "the body")
            try probe.expectEqual(response.headers["Content-Encoding"], coding, "the Content-Encoding")
        }
    }

    /// Each way a message can end: by its length, by the last chunk, or by closing the connection.
    private static func truncated(_ coding: String) -> ConformanceCase {
        ConformanceCase("a truncated \(coding) body is an error") { probe in
            let whole = data(coding)
            for data in [whole.prefix(whole.count / 2), whole.dropLast(8), whole.dropLast()].map({ Data($0) }) {
                for response in framings(of: data, coding) {
                    probe.server.enqueue(response)
                    // A client that does not know the coding leaves the body as it is.
                    guard let response = try? await probe.send(probe.request()), response.data != data else { continue }
                    let reason = "\(data.count) of \(whole.count) bytes became \(response.data.count), without an error"
                    throw ConformanceFailure(reason: reason)
                }
            }
        }
    }

    static func framings(of data: Data, _ coding: String) -> [LoopbackResponse] {
        let chunks = AsyncStream { continuation in
            continuation.yield(data)
            continuation.finish()
        }
        let head = Data("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n".utf8)
        return [
            LoopbackResponse(headers: ["Content-Encoding": coding], data: data),
            LoopbackResponse(headers: ["Content-Encoding": coding], body: .chunks(chunks)),
            LoopbackResponse(body: .raw(head + data)),
        ]
    }
}
