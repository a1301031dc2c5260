import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A file as a server sends it, whole or in parts (RFC 9110, section 14).
struct ServedFile: Sendable {
    var data: Data
    var headers: HTTPHeaders = ["ETag": "\"v1\""]

    /// Pseudo-random bytes, the same for the same seed.
    static func random(_ count: Int, seed: UInt64 = 1) -> Data {
        var state = seed
        return Data(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            })
    }

    /// The answer to a request with these fields.
    func response(to fields: HTTPHeaders) -> Response {
        var headers = headers
        let isSame = fields["If-Range"].map { $0 == headers["ETag"] || $0 == headers["Last-Modified"] } ?? true
        guard isSame, let start = fields["Range"].flatMap({ Int($0.dropFirst(6).dropLast()) }) else {
            headers["Content-Length"] = "\(data.count)"
            return Response(statusCode: 200, headers: headers, data: data)
        }
        guard start < data.count else {
            headers["Content-Range"] = "bytes */\(data.count)"
            return Response(statusCode: 416, headers: headers)
        }
        headers["Content-Length"] = "\(data.count - start)"
        headers["Content-Range"] = "bytes \(start)-\(data.count - 1)/\(data.count)"
        return Response(statusCode: 206, headers: headers, data: data[start...])
    }

    /// The answer over a connector, cut off after `cut` bytes of its body.
    func stream(to request: Request, cutAfter cut: Int? = nil) -> ResponseStream {
        let response = response(to: request.headers)
        guard let cut, cut < response.data.count else { return ResponseStream(response) }
        return ResponseStream(
            statusCode: response.statusCode, headers: response.headers,
            body: ResponseBody(
                AsyncThrowingStream<Data, any Error> { continuation in
                    let data = response.data.prefix(cut)
                    for start in stride(from: data.startIndex, to: data.endIndex, by: 1000) {
                        continuation.yield(data[start..<min(start + 1000, data.endIndex)])
                    }
                    continuation.finish(throwing: Broken(reason: "cut off"))
                }))
    }

    /// The answer of a real server.
    func answer(to request: LoopbackRequest, cutAfter cut: Int? = nil) -> LoopbackResponse {
        let response = response(to: request.headers)
        var headers = response.headers
        headers["Content-Length"] = nil
        let answer = LoopbackResponse(statusCode: response.statusCode, headers: headers, data: response.data)
        return cut.map { answer.failing(.close, at: .responseBody, after: $0) } ?? answer
    }
}

/// An empty folder for one test.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appending(component: "AbstractHTTPTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url)
}

/// The names in a folder, sorted, hidden ones included.
func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
