import AbstractHTTP

/// An output together with its response, for calls that need a header field or the status, such as an `ETag`.
///
/// ```swift
/// let friends = GET<Page, DataResponse<[Friend]>>("v1/friends")
/// let answer = try await friends(page)
/// let next = answer.response.headers["Link"]
/// ```
public struct DataResponse<Value: Decodable & Sendable>: Sendable {
    /// The output.
    public var value: Value
    /// The response, with its bytes.
    public var response: Response

    /// Creates an output for a mock.
    public init(_ value: Value, response: Response = Response(statusCode: 200)) {
        self.value = value
        self.response = response
    }
}

extension DataResponse: ResponseDecodable {
    /// Decodes the output from the body.
    public init(response: Response) throws { self.init(try response.decoded(), response: response) }
}
