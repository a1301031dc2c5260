import Foundation

/// A response with its whole body.
public struct Response: Sendable {
    /// The status code (RFC 9110, section 15).
    public var statusCode: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body; empty when there is none.
    public var data: Data
    /// The URL that answered, when the connector tells it.
    public var url: URL?

    /// Makes a response.
    public init(statusCode: Int, headers: HTTPHeaders = [:], data: Data = Data(), url: URL? = nil) {
        self.statusCode = statusCode
        self.headers = headers
        self.data = data
        self.url = url
    }

    /// Whether there is nothing to parse: status 204 or 205, or a body of zero bytes, as after HEAD.
    public var hasNoContent: Bool {
        data.isEmpty || statusCode == 204 || statusCode == 205
    }
}

extension Response: CustomStringConvertible {
    /// The status code and the number of bytes.
    public var description: String { "\(statusCode), \(data.count) bytes" }
}
