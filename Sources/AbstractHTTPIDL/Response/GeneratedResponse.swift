import AbstractHTTP

/// What a response is read as.
public enum ResponseContentKind: Sendable {
    /// Not at all.
    case none
    /// As it is, without a decoder.
    case bytes
    /// By a decoder.
    case content
}

/// A response of a `.http` file.
public protocol GeneratedResponse: IDLResponse {
    /// What it is read as. Default: ``ResponseContentKind/content``.
    static var contentKind: ResponseContentKind { get }
    /// Whether something of another type is an error. Default: false, it is nil.
    static var isStrict: Bool { get }
    /// Makes the response of what a reader reads; throws ``ContentReadingError``.
    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws
}

extension GeneratedResponse {
    /// By a decoder.
    public static var contentKind: ResponseContentKind { .content }
    /// False.
    public static var isStrict: Bool { false }

    /// Makes the response of its content; moments are as ISO 8601 has them.
    public init(content: ResponseContent?, rawResponse: HTTPResponse) throws {
        try self.init(reading: ContentReader(content, isStrict: Self.isStrict), rawResponse: rawResponse)
    }
    /// Makes the response of what was received; moments are as the configuration has them.
    public init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws {
        let content: ResponseContent? =
            switch Self.contentKind {
            case .none: nil
            case .bytes: .data(HTTPData(rawResponse.data, mediaType: rawResponse.mediaType))
            case .content: try rawResponse.decoded(as: ResponseContent?.self, by: configuration.decoder)
            }
        let reader = ContentReader(content, isStrict: Self.isStrict, dates: configuration.dates ?? .iso8601)
        try self.init(reading: reader, rawResponse: rawResponse)
    }
}
