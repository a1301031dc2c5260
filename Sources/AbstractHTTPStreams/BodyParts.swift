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
public typealias BodyParts = StreamElements<MultipartParser>

extension StreamElements: StreamedModel where Parser == MultipartParser {
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
        let parser = MultipartParser(boundary: boundary, limit: limit)
        self.init(body: stream.body, headers: stream.headers, parser: parser)
    }
}

extension ResponseBody {
    /// The parts of the body, which is a multipart body, as they arrive.
    ///
    /// - Parameters:
    ///   - boundary: The parameter `boundary` of the `Content-Type`.
    ///   - limit: The maximum size of the content of a part in bytes.
    public func parts(boundary: String, limit: Int = 16 << 20) -> BodyParts {
        elements(by: MultipartParser(boundary: boundary, limit: limit))
    }
}

extension ResponseStream {
    /// The parts of the body, as they arrive. The `Content-Type` has their boundary.
    ///
    /// - Parameter limit: The maximum size of the content of a part in bytes.
    /// - Throws: ``AbstractHTTPStreams/InvalidMultipartBody/contentType(_:)`` if the `Content-Type` has no boundary.
    public func parts(limit: Int = 16 << 20) throws -> BodyParts { try BodyParts(self, limit: limit) }
}
