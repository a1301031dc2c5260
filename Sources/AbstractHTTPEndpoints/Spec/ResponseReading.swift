import AbstractHTTP

/// Decides which responses of an endpoint are a success, and creates the outputs.
struct ResponseReading<Output: Sendable>: Sendable {
    /// Status codes that have their own output.
    struct Fallback: Sendable {
        let statusCodes: Set<Int>
        let output: @Sendable (Response) throws -> Output
    }

    let parser: EndpointDefinition<None, Output>.Parser
    /// Creates the output while the body arrives. Nil if the body is collected first.
    var streamParser: (@Sendable (ResponseStream) throws -> Output)?
    /// Whether the method is HEAD. The responses then have no body, but can have a media type.
    let isOfHead: Bool
    var decoder: (any ContentDecoder)?
    var acceptsStatusCode: @Sendable (Int) -> Bool = { (200..<300).contains($0) }
    /// The accepted media types as in an `Accept` field, without weights. If it is empty, all are accepted.
    var contentTypes: [String] = []
    var checks: [@Sendable (Response) throws -> Bool] = []
    var fallbacks: [Fallback] = []
    var failure: (@Sendable (Response, (any ContentDecoder)?) throws -> any Sendable)?

    init(isOfHead: Bool, parser: @escaping EndpointDefinition<None, Output>.Parser) {
        self.isOfHead = isOfHead
        self.parser = parser
    }

    /// The value of the `Accept` field, or nil if there is none.
    var acceptField: String? { contentTypes.isEmpty ? nil : contentTypes.joined(separator: ", ") }

    /// Throws if the response is not a success. A check that throws gives the reason, even if the status is not
    /// accepted.
    func validate(_ response: Response) throws {
        guard fallback(for: response) == nil else { return }
        let refusal = refusal(of: response)
        for check in checks {
            guard try check(response) else { throw refusal ?? ConnectionErrorType.invalidResponse }
        }
        if let refusal { throw refusal }
    }

    /// The error of a status or a media type that is not accepted, or nil if both are.
    private func refusal(of response: Response) -> (any Error)? {
        guard acceptsStatusCode(response.statusCode) else { return ConnectionErrorType.invalidResponse }
        let isTyped = isOfHead || streamParser != nil ? response.mediaType != nil : !response.hasNoContent
        guard contentTypes.isEmpty || !isTyped || response.isOne(of: contentTypes) else {
            return UnacceptableContentType(response.mediaType, accepted: contentTypes)
        }
        return nil
    }

    /// Returns the output of a successful response.
    func output(of response: Response, _ decoder: (any ContentDecoder)?) throws -> Output {
        guard let fallback = fallback(for: response) else { return try parser(response, decoder) }
        return try fallback.output(response)
    }

    /// Whether a response with this status has its own output.
    func hasFallback(for statusCode: Int) -> Bool { fallbacks.contains { $0.statusCodes.contains(statusCode) } }

    /// The fallback for the response. The one that was added last wins.
    private func fallback(for response: Response) -> Fallback? {
        guard !fallbacks.isEmpty else { return nil }
        return fallbacks.last { $0.statusCodes.contains(response.statusCode) }
    }
}

extension Response {
    /// Whether the Content-Type matches one of `accepted`, which can contain `image/*` and `*/*`.
    fileprivate func isOne(of accepted: [String]) -> Bool {
        guard let essence = mediaType?.essence else { return false }
        return accepted.contains { text in
            let range = MediaType(text).essence
            guard range.hasSuffix("*") else { return range == essence }
            return range == "*/*" || essence.hasPrefix(range.dropLast())
        }
    }
}
