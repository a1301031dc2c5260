import AbstractHTTP
import Foundation

extension ConfigurableEndpoint {
    /// Sets the decoder of the output, regardless of the Content-Type.
    public func decoder(_ decoder: any ContentDecoder) -> Self { with { $0.reading.decoder = decoder } }

    /// Sets the status codes that are a success. They replace 200 to 299 and earlier settings.
    public func accepting(statusCodes: some Sequence<Int> & Sendable) -> Self {
        with { definition in
            definition.reading.fallbacks = []
            definition.reading.acceptsStatusCode = { statusCode in
                // As a sequence, `400...` is infinite.
                (statusCodes as? any RangeExpression<Int>)?.contains(statusCode) ?? statusCodes.contains(statusCode)
            }
        }
    }

    /// The same as the method above.
    public func accepting(statusCodes: Int...) -> Self { accepting(statusCodes: statusCodes) }

    /// Adds status codes that are a success, with their own output: `accepting(404) { _ in [] }`.
    public func accepting(
        _ statusCode: Int, _ others: Int..., output: @escaping @Sendable (Response) throws -> Output
    ) -> Self {
        with { $0.reading.fallbacks.append(.init(statusCodes: Set(others + [statusCode]), output: output)) }
    }

    /// Sets the media types that are a success, such as `image/*`. They are sent as the `Accept` field, unless a header
    /// field replaces it. A response with another media type ends the attempt with ``UnacceptableContentType``. A
    /// response without content needs no media type.
    public func accepting(contentTypes: some Sequence<String>) -> Self {
        with { definition in
            definition.reading.contentTypes = contentTypes.flatMap { text in
                text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }
    }

    /// The same as the method above.
    public func accepting(contentTypes: String...) -> Self { accepting(contentTypes: contentTypes) }

    /// Adds a check of the response, after earlier checks. An error becomes the underlying error of
    /// ``AbstractHTTP/ConnectionErrorType/invalidResponse``.
    ///
    /// The check is also made if the status or the media type is not accepted, so that it can give the reason. Such a
    /// response stays a failure if the check returns true.
    public func validate(_ check: @escaping @Sendable (Response) throws -> Bool) -> Self {
        with { $0.reading.checks.append(check) }
    }

    /// Sets the type of the error body, which is decoded as the ``AbstractHTTP/ConnectionError/failureModel``.
    public func failureModel<Failure: Decodable & Sendable>(_ type: Failure.Type) -> Self {
        with { $0.reading.failure = { response, decoder in try response.output(as: type, by: decoder) } }
    }
}
