import AbstractHTTP
import Foundation

/// How the content of a response is read.
public enum ResponseContentKind: Sendable {
    /// The content is not read.
    case none
    /// As bytes, without a decoder.
    case bytes
    /// As text if the Content-Type is a text type, and otherwise with a decoder.
    case text
    /// With a decoder, as a single value.
    case value
    /// With a decoder, as fields. Other content, such as an HTML page, is an error.
    case fields
}

/// A response of a `.http` file.
///
/// ```swift
/// let response = try await GetFriendsRequest().send()
/// print(response.rawResponse.statusCode)
/// ```
public protocol GeneratedResponse: IDLResponse {
    /// How the content is read. Default: ``ResponseContentKind/fields``.
    static var contentKind: ResponseContentKind { get }
    /// How the content of a status is read. Default: ``contentKind``.
    static func contentKind(ofStatus status: Int) -> ResponseContentKind
    /// Whether a value of another type is an error. Default: false, so that it becomes nil.
    static var isStrict: Bool { get }
    /// Creates the response from a reader. Throws ``ContentReadingError``.
    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws
}

extension GeneratedResponse {
    /// ``ResponseContentKind/fields``
    public static var contentKind: ResponseContentKind { .fields }
    /// ``contentKind``
    public static func contentKind(ofStatus status: Int) -> ResponseContentKind { contentKind }
    /// False.
    public static var isStrict: Bool { false }

    /// Creates the response from its content. Dates are ISO 8601.
    public init(content: ResponseContent?, rawResponse: HTTPResponse) throws {
        try self.init(reading: ContentReader(content, isStrict: Self.isStrict), rawResponse: rawResponse)
    }

    /// Creates the response from a raw response, with the date strategy of the configuration.
    public init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws {
        do {
            let kind = Self.contentKind(ofStatus: rawResponse.statusCode)
            let reader = try rawResponse.reader(of: kind, configuration, isStrict: Self.isStrict)
            try self.init(reading: reader, rawResponse: rawResponse)
        } catch var error as ContentReadingError {
            error.model = "\(Self.self)"
            throw error
        }
    }
}

extension HTTPResponse {
    /// Returns a reader of the content.
    func reader(
        of kind: ResponseContentKind, _ configuration: BaseConfiguration, isStrict: Bool
    ) throws -> ContentReader {
        let essence = mediaType?.essence ?? ""
        let isText = essence.hasPrefix("text/") && !essence.hasSuffix("json")
        let source: ContentSource =
            switch kind {
            case .none: .tree(nil)
            case .bytes: .tree(.data(HTTPData(try decoded(as: Data.self), mediaType: mediaType)))
            case .text where isText: .tree(.string(try decoded(as: String.self)))
            case .text, .value, .fields: try contentSource(by: configuration.decoder)
            }
        // A text decoder accepts any text, such as the error page of a proxy. Such a page is not an empty response.
        let isPage = isText && source.isString
        let reader = ContentReader(source, isStrict: isStrict || isPage, dates: configuration.dates ?? .iso8601)
        if isPage, kind == .fields { try reader.requireFields() }
        return reader
    }
}
