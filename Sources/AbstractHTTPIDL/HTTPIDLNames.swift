import AbstractHTTP
import Foundation

// The names that HTTPIDL has for what the core has already.

/// A JSON value of any shape, as the type of a field.
public typealias JSONObject = HTTPContent
/// Writes content at the end of the URL's query.
public typealias HTTPURLEncodedQueryRequestEncoder = QueryContentEncoder
/// Writes content as a form.
public typealias HTTPURLEncodedFormRequestEncoder = FormContentEncoder
/// Writes content as JSON.
public typealias HTTPJSONRequestEncoder = JSONContentEncoder
/// Writes content as a multipart form.
public typealias HTTPMultipartRequestEncoder = MultipartContentEncoder
/// Writes content byte for byte.
public typealias HTTPBinaryRequestEncoder = BinaryContentEncoder
/// Reads content of JSON.
public typealias HTTPResponseJSONDecoder = JSONContentDecoder

extension QueryContentEncoder {
    /// One with the default options.
    public static var shared: Self { Self() }
}

extension FormContentEncoder {
    /// One with the default options.
    public static var shared: Self { Self() }
}

extension JSONContentEncoder {
    /// One with the default options.
    public static var shared: Self { Self() }
}

extension MultipartContentEncoder {
    /// One with the default options.
    public static var shared: Self { Self() }
}

extension BinaryContentEncoder {
    /// The one that there is.
    public static var shared: Self { Self() }
}

extension JSONContentDecoder {
    /// One with the default options.
    public static var shared: Self { Self() }
}

extension HTTPData {
    /// Describes `data`.
    public init(with data: Data, fileName: String?, mimeType: String) {
        self.init(data, fileName: fileName, mediaType: MediaType(mimeType))
    }
}

extension HTTPFile {
    /// Describes the file at `url`.
    public init(with url: URL, fileName: String?, mimeType: String) {
        self.init(url, fileName: fileName, mediaType: MediaType(mimeType))
    }
}
