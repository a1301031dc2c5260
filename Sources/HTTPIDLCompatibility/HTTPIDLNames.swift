import Foundation

// The HTTPIDL names of coders, and of the members of content.

/// Writes content to the end of the URL's query.
public typealias HTTPURLEncodedQueryRequestEncoder = QueryContentEncoder
/// Writes content as a form.
public typealias HTTPURLEncodedFormRequestEncoder = FormContentEncoder
/// Writes content as JSON.
public typealias HTTPJSONRequestEncoder = JSONContentEncoder
/// Writes content as a multipart form.
public typealias HTTPMultipartRequestEncoder = MultipartContentEncoder
/// Writes content byte for byte.
public typealias HTTPBinaryRequestEncoder = BinaryContentEncoder
/// Reads JSON content.
public typealias HTTPResponseJSONDecoder = JSONContentDecoder

extension QueryContentEncoder {
    /// An instance with the default options.
    public static var shared: Self { Self() }
}

extension FormContentEncoder {
    /// An instance with the default options.
    public static var shared: Self { Self() }
}

extension JSONContentEncoder {
    /// An instance with the default options.
    public static var shared: Self { Self() }
}

extension MultipartContentEncoder {
    /// An instance with the default options.
    public static var shared: Self { Self() }
}

extension BinaryContentEncoder {
    /// The shared instance.
    public static var shared: Self { Self() }
}

extension JSONContentDecoder {
    /// An instance with the default options.
    public static var shared: Self { Self() }
}

extension HTTPData {
    /// Creates a value with the bytes in `data`.
    public init(with data: Data, fileName: String?, mimeType: String) {
        self.init(data, fileName: fileName, mediaType: MediaType(mimeType))
    }
}

extension HTTPFile {
    /// Creates a value for the file at `url`.
    public init(with url: URL, fileName: String?, mimeType: String) {
        self.init(url, fileName: fileName, mediaType: MediaType(mimeType))
    }
}
