import AbstractHTTP

/// The values of a JSON text sequence (`application/json-seq`, RFC 7464), as they arrive.
///
/// ```swift
/// struct Features: ConnectionSpec {
///     typealias ResponseModel = JSONTextSequence<Feature>
///     var request: HTTP { HTTP("https://api.example.com/features.geojsons") }
/// }
/// ```
///
/// Read it once, from one task. Releasing it before its end cancels the connection.
public struct JSONTextSequence<Value: Decodable & Sendable>: AsyncSequence, StreamedModel {
    /// The values.
    public typealias Element = Value
    /// Reads the values.
    public typealias AsyncIterator = ElementIterator<JSONTextParser, Value>

    private let json: JSONBody<Value>

    /// Reads the texts of a response, of at most 1 MiB each.
    public init(_ stream: ResponseStream) { self.init(stream, limit: 1 << 20) }

    /// Reads the texts of a response. The content decoder of the spec, or of the config, decodes values.
    ///
    /// - Parameters:
    ///   - stream: The response, whose body has not been read.
    ///   - limit: The maximum size of a text in bytes.
    public init(_ stream: ResponseStream, limit: Int) { json = JSONBody(stream, limit) }

    fileprivate init(_ json: JSONBody<Value>) { self.json = json }

    /// The header fields of the response. Empty if the stream was created from a body alone.
    public var headers: HTTPHeaders { json.headers }

    /// Reads the values.
    public func makeAsyncIterator() -> AsyncIterator { json.makeAsyncIterator(JSONTextParser(limit: json.limit)) }
}

extension ResponseBody {
    /// The values of the body, which is a JSON text sequence, as they arrive.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - decoder: Decodes each text. Default: a `JSONContentDecoder`.
    ///   - limit: The maximum size of a text in bytes.
    public func jsonSequence<Value: Decodable & Sendable>(
        of type: Value.Type, decoder: (any ContentDecoder)? = nil, limit: Int = 1 << 20
    ) -> JSONTextSequence<Value> {
        JSONTextSequence(JSONBody(self, [:], decoder, limit))
    }
}
