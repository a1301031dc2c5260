import AbstractHTTP

/// A JSON value of any shape, as the input or the output of an endpoint: a tree with literals, keys to read and change
/// it by, and indices to read.
///
/// ```swift
/// let answer = try await POST<JSON, JSON>("https://api.example.com/users")(["name": "Ada", "nickname": nil])
/// let city = answer["address"]["city"]?.stringValue
/// ```
///
/// As a body it is sent as it is, with its nulls; in a query they are left out.
public typealias JSON = HTTPContent

/// An output that is JSON, whatever the Content-Type says.
protocol JSONOutput {}

extension JSON: JSONOutput {}
extension Optional: JSONOutput where Wrapped: JSONOutput {}
extension DataResponse: JSONOutput where Value: JSONOutput {}

extension Response {
    /// The body as an output. Who asks for JSON gets it, whatever the server calls it.
    func output<Output: Decodable>(as type: Output.Type = Output.self, by decoder: (any ContentDecoder)?) throws
        -> Output
    {
        try decoded(by: Output.self is any JSONOutput.Type ? jsonDecoder(of: decoder) : decoder)
    }
}
