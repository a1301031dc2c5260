import AbstractHTTP

/// The head of a response as it arrived.
struct ResponseHead: Sendable {
    var statusCode = 0
    var bytes: [UInt8] = []
    /// Whether there is a Content-Encoding.
    var isEncoded = false

    var headers: HTTPHeaders { HTTPHeaders(HeaderBlock(bytes)) }
}
