import AbstractHTTP
import Foundation

/// What a response is read as.
public enum ResponseContentKind: Sendable {
    /// Not at all.
    case none
    /// As it is, without a decoder.
    case bytes
    /// As the text that it is, where it is said to be one; otherwise by a decoder.
    case text
    /// By a decoder, as one value.
    case value
    /// By a decoder, as fields: a page or another text is an error.
    case fields
}

/// A response of a `.http` file.
public protocol GeneratedResponse: IDLResponse {
    /// What it is read as. Default: ``ResponseContentKind/fields``.
    static var contentKind: ResponseContentKind { get }
    /// Whether something of another type is an error. Default: false, it is nil.
    static var isStrict: Bool { get }
    /// Makes the response of what a reader reads; throws ``ContentReadingError``.
    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws
}

extension GeneratedResponse {
    /// By a decoder, as fields.
    public static var contentKind: ResponseContentKind { .fields }
    /// False.
    public static var isStrict: Bool { false }

    /// Makes the response of its content; dates are as ISO 8601 has them.
    public init(content: ResponseContent?, rawResponse: HTTPResponse) throws {
        try self.init(reading: ContentReader(content, isStrict: Self.isStrict), rawResponse: rawResponse)
    }

    /// Makes the response of what was received; dates are as the configuration has them.
    public init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws {
        let essence = rawResponse.mediaType?.essence ?? ""
        let isText = essence.hasPrefix("text/") && !essence.hasSuffix("json")
        let content: ResponseContent? =
            switch Self.contentKind {
            case .none: nil
            case .bytes:
                .data(HTTPData(try rawResponse.decoded(as: Data.self), mediaType: rawResponse.mediaType))
            case .text where isText: .string(try rawResponse.decoded(as: String.self))
            case .text, .value, .fields: try rawResponse.content(by: configuration.decoder)
            }
        // A decoder of texts takes any text, also the page of somebody who stands in between: that is no empty
        // response.
        let isPage = isText && content?.stringValue != nil
        let reader = ContentReader(
            content, isStrict: Self.isStrict || isPage, dates: configuration.dates ?? .iso8601)
        if isPage, Self.contentKind == .fields { try reader.requireFields() }
        try self.init(reading: reader, rawResponse: rawResponse)
    }
}
