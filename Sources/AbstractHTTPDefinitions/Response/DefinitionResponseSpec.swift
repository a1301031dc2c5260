import AbstractHTTP

/// Validates and parses the response to a request of a definition.
struct DefinitionResponseSpec<ResponseModel: Sendable>: LiveResponseSpec, Sendable {
    typealias FailureModel = any Sendable
    /// Creates the model of a successful response.
    typealias Parser = @Sendable (inout DefinitionResponse) throws -> ResponseModel

    /// Holds the definition, which is too large to copy here.
    let task: DefinitionTask
    let behavior: (any DefinitionBehavior)?
    /// The serializer of the definition, or the error if its name is unknown.
    let serializer: Result<ResponseSerializer, DefinitionError>
    let parser: Parser
    private let registry: DefinitionRegistry
    /// Creates a model that reads the body while it arrives. Nil for all other models.
    var streamParser: ((ResponseStream) throws -> ResponseModel)? {
        guard let stream else { return nil }
        return { body in
            _ = try serializer.get()
            return try stream(body)
        }
    }
    private let stream: (@Sendable (ResponseStream) throws -> ResponseModel)?
    /// The response that passed validation, until it is parsed, so that the behavior is asked only once.
    private let validated = LockedValue<DefinitionResponse?>(nil)

    init(
        _ task: DefinitionTask, _ behavior: (any DefinitionBehavior)?,
        _ serializer: Result<ResponseSerializer, DefinitionError>, _ registry: DefinitionRegistry,
        _ parser: @escaping Parser,
        stream: (@Sendable (ResponseStream) throws -> ResponseModel)?
    ) {
        (self.task, self.behavior, self.serializer, self.registry) = (task, behavior, serializer, registry)
        (self.parser, self.stream) = (parser, stream)
    }

    /// The decoder of a stream's values, if the definition names one.
    var contentDecoder: (any ContentDecoder)? {
        guard stream != nil, case .success(.decoder(let decoder)) = serializer else { return nil }
        return decoder
    }

    func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
        // A behavior's envelope is in the body, which is not read yet for a stream.
        guard let behavior, stream == nil else { return }
        var answer = try DefinitionResponse(task, response, serializer.get())
        guard try behavior.isSuccessResponse(&answer) else {
            throw DefinitionError.noSuccess(task.definition.name ?? "")
        }
        validated.withLock { [answer] in $0 = answer }
    }

    func parseResponse(response: Response) throws -> ResponseModel {
        let known = validated.withLock { validated in
            defer { validated = nil }
            return validated
        }
        var received = try known ?? DefinitionResponse(task, response, serializer.get())
        return try parser(&received)
    }

    func parseFailure(response: Response) throws -> (any Sendable)? {
        try DefinitionResponse(task, response, serializer.get()).failure(registry)
    }
}
