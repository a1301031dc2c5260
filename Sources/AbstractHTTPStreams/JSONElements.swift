import AbstractHTTP

/// The elements of a JSON array, as they arrive. Only one element is in memory at a time.
///
/// ```swift
/// struct Export: ConnectionSpec {
///     typealias ResponseModel = JSONElements<Item>
///     var request: HTTP { HTTP("https://api.example.com/items") }
/// }
/// ```
///
/// Read it once, from one task. Releasing it before its end cancels the connection.
public struct JSONElements<Value: Decodable & Sendable>: AsyncSequence, StreamedModel {
    /// The values.
    public typealias Element = Value
    /// Reads the values.
    public typealias AsyncIterator = ElementIterator<JSONArrayParser, Value>

    private let json: JSONBody<Value>
    private let key: String?

    /// Reads the elements of a response that is an array, of at most 1 MiB each.
    public init(_ stream: ResponseStream) { self.init(stream, key: nil) }

    /// Reads the elements of a response. The content decoder of the spec, or of the config, decodes them.
    ///
    /// - Parameters:
    ///   - stream: The response, whose body has not been read.
    ///   - key: The key of the array in an object, or nil if the array is the whole body.
    ///   - limit: The maximum size of an element in bytes.
    public init(_ stream: ResponseStream, key: String?, limit: Int = 1 << 20) {
        self.init(JSONBody(stream, limit), key)
    }

    fileprivate init(_ json: JSONBody<Value>, _ key: String?) { (self.json, self.key) = (json, key) }

    /// The header fields of the response. Empty if the stream was created from a body alone.
    public var headers: HTTPHeaders { json.headers }

    /// Reads the values.
    public func makeAsyncIterator() -> AsyncIterator {
        json.makeAsyncIterator(JSONArrayParser(key: key, limit: json.limit))
    }
}

extension ResponseBody {
    /// The elements of the body, which is a JSON array or has one, as they arrive.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - key: The key of the array in an object, or nil if the array is the whole body.
    ///   - decoder: Decodes each element. Default: a `JSONContentDecoder`.
    ///   - limit: The maximum size of an element in bytes.
    public func jsonElements<Value: Decodable & Sendable>(
        of type: Value.Type, key: String? = nil, decoder: (any ContentDecoder)? = nil, limit: Int = 1 << 20
    ) -> JSONElements<Value> {
        JSONElements(JSONBody(self, [:], decoder, limit), key)
    }
}
