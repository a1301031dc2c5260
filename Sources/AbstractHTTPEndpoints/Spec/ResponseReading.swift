import AbstractHTTP

/// Which responses of an endpoint are a success, and what is made of them.
struct ResponseReading<Output: Sendable>: Sendable {
    /// A status with an output of its own.
    struct Fallback: Sendable {
        let statusCodes: Set<Int>
        let output: @Sendable (Response) throws -> Output
    }

    let parser: EndpointDefinition<None, Output>.Parser
    /// Makes the output while the body arrives; nil if the body is collected first.
    var streamParser: (@Sendable (ResponseStream) throws -> Output)?
    /// Whether there is never a body, and its media type is known nevertheless.
    let isOfHead: Bool
    var decoder: (any ContentDecoder)?
    var acceptsStatusCode: @Sendable (Int) -> Bool = { (200..<300).contains($0) }
    /// As in an `Accept` field, without weights; none for any.
    var contentTypes: [String] = []
    var checks: [@Sendable (Response) throws -> Bool] = []
    var fallbacks: [Fallback] = []
    var failure: (@Sendable (Response, (any ContentDecoder)?) throws -> any Sendable)?

    init(isOfHead: Bool, parser: @escaping EndpointDefinition<None, Output>.Parser) {
        self.isOfHead = isOfHead
        self.parser = parser
    }

    /// The value of the `Accept` field; nil for none.
    var acceptField: String? { contentTypes.isEmpty ? nil : contentTypes.joined(separator: ", ") }

    /// Throws when the response is not a success.
    func validate(_ response: Response) throws {
        guard fallback(for: response) == nil else { return }
        guard acceptsStatusCode(response.statusCode) else { throw ConnectionErrorType.invalidResponse }
        let isTyped = isOfHead || streamParser != nil ? response.mediaType != nil : !response.hasNoContent
        guard contentTypes.isEmpty || !isTyped || response.isOne(of: contentTypes) else {
            throw UnacceptableContentType(response.mediaType, accepted: contentTypes)
        }
        for check in checks {
            guard try check(response) else { throw ConnectionErrorType.invalidResponse }
        }
    }

    /// The output of a response that is a success.
    func output(of response: Response, _ decoder: (any ContentDecoder)?) throws -> Output {
        guard let fallback = fallback(for: response) else { return try parser(response, decoder) }
        return try fallback.output(response)
    }

    /// Whether a response with this status has its own output.
    func hasFallback(for statusCode: Int) -> Bool { fallbacks.contains { $0.statusCodes.contains(statusCode) } }

    /// The last one that was added wins.
    private func fallback(for response: Response) -> Fallback? {
        guard !fallbacks.isEmpty else { return nil }
        return fallbacks.last { $0.statusCodes.contains(response.statusCode) }
    }
}

extension Response {
    /// Whether the Content-Type is one of `accepted`, among which may be `image/*` and `*/*`.
    fileprivate func isOne(of accepted: [String]) -> Bool {
        guard let essence = mediaType?.essence else { return false }
        return accepted.contains { text in
            let range = MediaType(text).essence
            guard range.hasSuffix("*") else { return range == essence }
            return range == "*/*" || essence.hasPrefix(range.dropLast())
        }
    }
}
