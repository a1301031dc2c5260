import AbstractHTTP
import Foundation

/// A response of a `.http` file whose body is a stream. Its values are read while they arrive.
///
/// In a test, create it from a collected response:
///
/// ```swift
/// let response = try PostChatResponse(rawResponse: HTTPResponse(statusCode: 200, data: Data("data: {}\n\n".utf8)))
/// ```
public protocol StreamedResponse: GeneratedResponse, StreamedModel {}

extension StreamedResponse {
    /// Creates the response from a collected one with the default configuration.
    public init(rawResponse: HTTPResponse) throws {
        try self.init(rawResponse: rawResponse, configuration: BaseConfiguration())
    }

    /// Creates the response from a collected one. The reader is not used.
    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        try self.init(rawResponse: rawResponse)
    }

    /// Creates the response from a collected one. The decoder of the configuration decodes its values.
    public init(rawResponse: HTTPResponse, configuration: BaseConfiguration) throws {
        try self.init(ResponseStream(rawResponse).reading(configuration, isStrict: Self.isStrict))
    }
}

extension HTTPResponse {
    /// Creates the raw response of a stream, without its body.
    public init(headOf stream: ResponseStream) { self = stream.head(with: Data()) }
}

extension GeneratedRequest where ResponseModel: StreamedResponse {
    /// Creates the response while its body arrives.
    public var streamParser: ((ResponseStream) throws -> ResponseModel)? {
        { [configuration] in try ResponseModel($0.reading(configuration, isStrict: ResponseModel.isStrict)) }
    }
    /// Creates the response from a collected one.
    public func parseResponse(response: HTTPResponse) throws -> ResponseModel {
        try ResponseModel(rawResponse: response, configuration: configuration)
    }
}

extension IDLResponseSpec {
    var streamParser: ((ResponseStream) throws -> ResponseModel)? {
        guard let type = ResponseModel.self as? any StreamedResponse.Type else { return nil }
        return { stream in
            let stream = stream.reading(configuration, isStrict: type.isStrict)
            guard let response = try type.init(stream) as? ResponseModel else { throw ConnectionErrorType.parse }
            return response
        }
    }
}

extension ResponseStream {
    /// Returns the stream with values that are decoded like the body of a response.
    fileprivate func reading(_ configuration: BaseConfiguration, isStrict: Bool) -> Self {
        var stream = self
        stream.decoder = StreamedValueDecoder(
            decoder: configuration.decoder ?? decoder, dates: configuration.dates ?? .iso8601, isStrict: isStrict)
        return stream
    }
}

/// Decodes a value of a stream like the body of a response: with the decoder, the dates, and the strictness of a
/// request.
private struct StreamedValueDecoder: ContentDecoder {
    /// The decoder of the request or of the config.
    let decoder: (any ContentDecoder)?
    let dates: DateCodingStrategy
    let isStrict: Bool

    func decode<Value: Decodable>(_ type: Value.Type, from response: Response) throws -> Value {
        guard let type = Value.self as? any ResponseContentConvertible.Type else {
            return try (response.content(by: decoder) ?? .null).decoded(dates: dates)
        }
        let reader = ContentReader(
            try response.contentSource(by: decoder), isStrict: isStrict, dates: dates)
        guard let value = try reader.read(as: type) as? Value else { throw reader.mismatch(Value.self) }
        return value
    }
}
