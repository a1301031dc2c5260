import AbstractHTTP

/// A JSON value of any shape, as the input or the output of an endpoint. You write it as a literal, and read it by keys
/// and indices.
///
/// ```swift
/// let answer = try await POST<JSON, JSON>("https://api.example.com/users")(["name": "Ada", "nickname": nil])
/// let city = answer["address"]["city"]?.stringValue
/// ```
///
/// In a body, it is sent with its nulls. In a query, nulls are left out.
public typealias JSON = HTTPContent

/// An output that is decoded as JSON regardless of the Content-Type.
protocol JSONOutput {}

extension JSON: JSONOutput {}
extension Optional: JSONOutput where Wrapped: JSONOutput {}
extension DataResponse: JSONOutput where Value: JSONOutput {}

extension Response {
    /// Decodes the body as the output. A JSON output is decoded as JSON regardless of the Content-Type.
    func output<Output: Decodable>(as type: Output.Type = Output.self, by decoder: (any ContentDecoder)?) throws
        -> Output
    {
        try decoded(by: Output.self is any JSONOutput.Type ? jsonDecoder(of: decoder) : decoder)
    }
}
