import AbstractHTTP

/// The parts of a multipart response (`multipart/mixed`, `multipart/byteranges`, and others), as they arrive.
///
/// ```swift
/// struct Ranges: ConnectionSpec {
///     typealias ResponseModel = BodyParts
///     var request: HTTP { HTTP("https://api.example.com/video").header("Range", "bytes=0-99,200-299") }
/// }
/// ```
///
/// Read it once, from one task. Releasing it before its end cancels the connection.
public struct BodyParts: AsyncSequence, StreamedModel {
    /// The parts.
    public typealias Element = BodyPart
    /// Reads the parts.
    public typealias AsyncIterator = ElementIterator<MultipartParser, BodyPart>

    /// The header fields of the response. Empty if the stream was created from a body alone.
    public let headers: HTTPHeaders
    private let body: ResponseBody
    private let boundary: String
    private let limit: Int

    /// Reads the parts of a response, of at most 16 MiB each.
    ///
    /// - Throws: ``AbstractHTTPStreams/InvalidMultipartBody/contentType(_:)`` if the `Content-Type` has no boundary.
    public init(_ stream: ResponseStream) throws { try self.init(stream, limit: 16 << 20) }

    /// Reads the parts of a response.
    ///
    /// - Parameters:
    ///   - stream: The response, whose body has not been read.
    ///   - limit: The maximum size of the content of a part in bytes.
    /// - Throws: ``AbstractHTTPStreams/InvalidMultipartBody/contentType(_:)`` if the `Content-Type` has no boundary.
    public init(_ stream: ResponseStream, limit: Int) throws {
        let type = stream.headers[.contentType].map { MediaType($0) }
        guard let type, type.essence.hasPrefix("multipart/"), let boundary = type.parameter("boundary"),
            !boundary.isEmpty
        else { throw InvalidMultipartBody.contentType(type?.rawValue) }
        self.init(stream.body, stream.headers, boundary, limit)
    }

    fileprivate init(_ body: ResponseBody, _ headers: HTTPHeaders, _ boundary: String, _ limit: Int) {
        (self.body, self.headers, self.boundary, self.limit) = (body, headers, boundary, limit)
    }

    /// Reads the parts.
    public func makeAsyncIterator() -> AsyncIterator {
        ElementIterator(body, MultipartParser(boundary: boundary, limit: limit)) { part, _ in .value(part) }
    }
}

extension ResponseBody {
    /// The parts of the body, which is a multipart body, as they arrive.
    ///
    /// - Parameters:
    ///   - boundary: The parameter `boundary` of the `Content-Type`.
    ///   - limit: The maximum size of the content of a part in bytes.
    public func parts(boundary: String, limit: Int = 16 << 20) -> BodyParts {
        BodyParts(self, [:], boundary, limit)
    }

    /// Returns the elements that a parser creates from the body, as they arrive.
    public func elements<Parser: StreamParser>(by parser: Parser) -> StreamElements<Parser> {
        StreamElements(body: self, parser: parser)
    }
}

extension ResponseStream {
    /// The parts of the body, as they arrive. The `Content-Type` has their boundary.
    ///
    /// - Parameter limit: The maximum size of the content of a part in bytes.
    /// - Throws: ``AbstractHTTPStreams/InvalidMultipartBody/contentType(_:)`` if the `Content-Type` has no boundary.
    public func parts(limit: Int = 16 << 20) throws -> BodyParts { try BodyParts(self, limit: limit) }
}

/// The elements that a parser creates from a body, as they arrive.
public struct StreamElements<Parser: StreamParser>: AsyncSequence, Sendable {
    /// The elements.
    public typealias Element = Parser.Element
    /// Reads the elements.
    public typealias AsyncIterator = ElementIterator<Parser, Parser.Element>

    fileprivate let body: ResponseBody
    fileprivate let parser: Parser

    /// Reads the elements.
    public func makeAsyncIterator() -> AsyncIterator {
        ElementIterator(body, parser) { element, _ in .value(element) }
    }
}
