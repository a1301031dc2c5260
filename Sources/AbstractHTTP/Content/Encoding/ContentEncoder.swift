/// Writes a value as a part of a request: its body, or the end of its query.
///
/// The core has ``QueryContentEncoder``, ``FormContentEncoder``, ``JSONContentEncoder``, ``MultipartContentEncoder``,
/// ``BinaryContentEncoder``, and ``PropertyListContentEncoder``. An encoder of your own looks like this:
///
/// ```swift
/// struct CSVContentEncoder: ContentEncoder {
///     struct NotAnArray: Error {}
///
///     func encode(_ value: any Encodable) throws -> EncodedContent {
///         guard case .array(let cells) = try HTTPContent(value) else { throw NotAnArray() }
///         let texts = cells.map { $0.stringValue ?? "" }
///         return EncodedContent(mediaType: "text/csv", body: .data(Data(texts.joined(separator: ",").utf8)))
///     }
/// }
/// ```
public protocol ContentEncoder: Sendable {
    /// Writes `value`, which can be an ``HTTPContent``. An error that it throws ends the attempt with
    /// ``ConnectionErrorType/invalidRequest``. It is called once per attempt, on no particular thread.
    func encode(_ value: any Encodable) throws -> EncodedContent
}

extension ContentEncoder {
    /// Writes a tree, which can be a literal.
    public func encode(_ content: HTTPContent) throws -> EncodedContent { try encode(content as any Encodable) }
}

/// An encoded value: text for the query, or a body with its media type.
///
/// ```swift
/// EncodedContent(mediaType: "text/csv", body: .data(Data("name,age\n".utf8)))
/// ```
public struct EncodedContent: Sendable {
    /// Escaped text for the end of the query, or nil for none.
    public var query: String?
    /// The media type of the body. It is sent as the Content-Type, unless the spec sets that field.
    public var mediaType: MediaType?
    /// The body, or nil for none.
    public var body: RequestBody?

    /// Creates an encoded value.
    public init(query: String? = nil, mediaType: MediaType? = nil, body: RequestBody? = nil) {
        self.query = query
        self.mediaType = mediaType
        self.body = body
    }
}
