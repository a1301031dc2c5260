import AbstractHTTP
import Foundation

extension ConfigurableEndpoint {
    /// With an output that is decoded by `decoder`, whatever the Content-Type.
    public func decoder(_ decoder: any ContentDecoder) -> Self { with { $0.reading.decoder = decoder } }

    /// A success for these statuses, in place of 200 to 299 and what was said before.
    public func accepting(statusCodes: some Sequence<Int> & Sendable) -> Self {
        with { definition in
            definition.reading.fallbacks = []
            definition.reading.acceptsStatusCode = { statusCode in
                // `400...` is a sequence that has no end.
                (statusCodes as? any RangeExpression<Int>)?.contains(statusCode) ?? statusCodes.contains(statusCode)
            }
        }
    }

    /// The same.
    public func accepting(statusCodes: Int...) -> Self { accepting(statusCodes: statusCodes) }

    /// A success for these statuses, too, with an output of their own: `accepting(404) { _ in [] }`.
    public func accepting(
        _ statusCode: Int, _ others: Int..., output: @escaping @Sendable (Response) throws -> Output
    ) -> Self {
        with { $0.reading.fallbacks.append(.init(statusCodes: Set(others + [statusCode]), output: output)) }
    }

    /// A success for these media types only, among which may be `image/*`; sent as the `Accept` field, unless a header
    /// says otherwise. A response without content needs none; any other one ends the attempt with an
    /// ``UnacceptableContentType``.
    public func accepting(contentTypes: some Sequence<String>) -> Self {
        with { definition in
            definition.reading.contentTypes = contentTypes.flatMap { text in
                text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }
    }

    /// The same.
    public func accepting(contentTypes: String...) -> Self { accepting(contentTypes: contentTypes) }

    /// A success only where `check` says so, too, after those that were added before and the statuses. What it throws
    /// is the underlying error of ``ConnectionErrorType/invalidResponse``.
    public func validate(_ check: @escaping @Sendable (Response) throws -> Bool) -> Self {
        with { $0.reading.checks.append(check) }
    }

    /// With a model of what the server says about a failure: the ``ConnectionError/failureModel``.
    public func failureModel<Failure: Decodable & Sendable>(_ type: Failure.Type) -> Self {
        with { $0.reading.failure = { response, decoder in try response.output(as: type, by: decoder) } }
    }
}
