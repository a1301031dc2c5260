import AbstractHTTP

/// The head of a response.
struct ResponseHead: Sendable {
    let statusCode: Int
    let headers: HTTPHeaders
}
