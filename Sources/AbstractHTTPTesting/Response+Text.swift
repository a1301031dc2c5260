import AbstractHTTP
import Foundation

extension Response {
    /// Creates a response with UTF-8 text.
    ///
    /// ```swift
    /// let connector = MockConnector { _ in .text("fine") }
    /// ```
    public static func text(_ text: String, statusCode: Int = 200, headers: HTTPHeaders = [:]) -> Response {
        Response(text, "text/plain; charset=utf-8", statusCode, headers)
    }

    /// Creates a response with JSON text.
    ///
    /// ```swift
    /// let connector = MockConnector { _ in .json(#"{"id": 7, "name": "Ada"}"#) }
    /// ```
    public static func json(_ text: String, statusCode: Int = 200, headers: HTTPHeaders = [:]) -> Response {
        Response(text, "application/json", statusCode, headers)
    }

    private init(_ text: String, _ mediaType: String, _ statusCode: Int, _ headers: HTTPHeaders) {
        var headers = headers
        headers["Content-Type"] = headers["Content-Type"] ?? mediaType
        self.init(statusCode: statusCode, headers: headers, data: Data(text.utf8))
    }
}
