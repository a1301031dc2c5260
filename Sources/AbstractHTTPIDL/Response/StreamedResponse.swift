import AbstractHTTP
import Foundation

/// A response of a `.http` file whose body is a stream: its values are read while they arrive.
///
/// In a test, create it from a collected response:
///
/// ```swift
/// let response = try PostChatResponse(rawResponse: HTTPResponse(statusCode: 200, data: Data("data: {}\n\n".utf8)))
/// ```
public protocol StreamedResponse: GeneratedResponse, StreamedModel {
    /// Creates the response; its body has not been read.
    init(_ stream: ResponseStream)
}

extension StreamedResponse {
    /// Creates the response from a collected one.
    public init(rawResponse: HTTPResponse) throws { self.init(ResponseStream(rawResponse)) }

    /// Creates the response from a collected one. The reader is not used.
    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        try self.init(rawResponse: rawResponse)
    }

    /// Creates the response from a collected one. The decoder of the configuration decodes its values.
    public init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws {
        var stream = ResponseStream(rawResponse)
        stream.decoder = StreamedValueDecoder(configuration, isStrict: Self.isStrict)
        self.init(stream)
    }
}

extension HTTPResponse {
    /// The response of a stream, without its body.
    public init(headOf stream: ResponseStream) { self = stream.head(with: Data()) }
}

extension GeneratedRequest where ResponseModel: StreamedResponse {
    /// Creates the response while its body arrives.
    public var streamParser: ((ResponseStream) throws -> ResponseModel)? { { ResponseModel($0) } }
    /// Decodes the values of the stream as those of a collected response are read.
    public var contentDecoder: (any ContentDecoder)? {
        StreamedValueDecoder(configuration, isStrict: ResponseModel.isStrict)
    }
    /// Creates the response from a collected one.
    public func parseResponse(response: HTTPResponse) throws -> ResponseModel {
        try ResponseModel(rawResponse: response, configuration: configuration)
    }
}

extension IDLResponseSpec {
    var contentDecoder: (any ContentDecoder)? {
        guard let type = ResponseModel.self as? any StreamedResponse.Type else { return configuration.decoder }
        return StreamedValueDecoder(configuration, isStrict: type.isStrict)
    }

    var streamParser: ((ResponseStream) throws -> ResponseModel)? {
        guard let type = ResponseModel.self as? any StreamedResponse.Type else { return nil }
        return { stream in
            guard let response = type.init(stream) as? ResponseModel else { throw ConnectionErrorType.parse }
            return response
        }
    }
}

/// Decodes a value of a stream as the body of a response is read: with the decoder, the dates, and the strictness of a
/// request.
private struct StreamedValueDecoder: ContentDecoder {
    private let decoder: (any ContentDecoder)?
    private let dates: DateCodingStrategy
    private let isStrict: Bool

    init(_ configuration: BaseConfiguration, isStrict: Bool) {
        decoder = configuration.decoder
        dates = configuration.dates ?? .iso8601
        self.isStrict = isStrict
    }

    func decode<Value: Decodable>(_ type: Value.Type, from response: Response) throws -> Value {
        let content = try response.content(by: decoder)
        guard let type = Value.self as? any ResponseContentConvertible.Type else {
            return try (content ?? .null).decoded(dates: dates)
        }
        let reader = ContentReader(content, isStrict: isStrict, dates: dates)
        guard let value = try reader.read(as: type) as? Value else { throw reader.mismatch(Value.self) }
        return value
    }
}
