/// Writes a value as a part of a request: its body, or the end of its query.
///
/// Built in are ``QueryContentEncoder``, ``FormContentEncoder``, ``JSONContentEncoder``, ``MultipartContentEncoder``,
/// ``BinaryContentEncoder`` and ``PropertyListContentEncoder``. One of your own:
///
/// ```swift
/// struct CSVContentEncoder: ContentEncoder {
///     func encode(_ value: any Encodable) throws -> EncodedContent {
///         guard case .array(let cells) = try HTTPContent(value) else { throw HTTPContentError(reason: .notBinary) }
///         let texts = cells.map { cell in if case .string(let text) = cell { text } else { "" } }
///         return EncodedContent(mediaType: "text/csv", body: .data(Data(texts.joined(separator: ",").utf8)))
///     }
/// }
/// ```
public protocol ContentEncoder: Sendable {
    /// Writes `value`, which may be an ``HTTPContent``. What it throws ends the attempt with
    /// ``ConnectionErrorType/invalidRequest``. Called once per attempt, on no particular thread.
    func encode(_ value: any Encodable) throws -> EncodedContent
}

extension ContentEncoder {
    /// Writes a tree, which may be a literal.
    public func encode(_ content: HTTPContent) throws -> EncodedContent { try encode(content as any Encodable) }
}

/// What becomes of a value in a request.
public struct EncodedContent: Sendable {
    /// Text for the end of the query, escaped already; nil for none.
    public var query: String?
    /// What the body is; it is sent as the Content-Type unless the spec has one of its own.
    public var mediaType: MediaType?
    /// The body; nil for none.
    public var body: RequestBody?

    /// Makes a part of a request.
    public init(query: String? = nil, mediaType: MediaType? = nil, body: RequestBody? = nil) {
        self.query = query
        self.mediaType = mediaType
        self.body = body
    }
}
