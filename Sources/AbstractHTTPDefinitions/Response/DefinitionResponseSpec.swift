import AbstractHTTP

/// What is made of the response to a request of a definition.
struct DefinitionResponseSpec<ResponseModel: Sendable>: ResponseSpec, Sendable {
    typealias FailureModel = HTTPContent
    /// Makes the model of a response that is a success.
    typealias Parser = @Sendable (inout DefinitionResponse) throws -> ResponseModel

    /// Has the definition. A definition is large, and not copied here.
    let task: DefinitionTask
    let behavior: (any DefinitionBehavior)?
    /// That of the definition, which may have a name that there is not.
    let serializer: Result<ResponseSerializer, DefinitionError>
    let parser: Parser
    /// Makes a model that reads the body while it arrives; nil for any other.
    var streamParser: ((ResponseStream) throws -> ResponseModel)? {
        guard let stream else { return nil }
        return { body in
            _ = try serializer.get()
            return try stream(body)
        }
    }
    private let stream: (@Sendable (ResponseStream) throws -> ResponseModel)?
    /// What was found to be a success, until it is parsed: the behavior is asked once.
    private let judged = LockedValue<DefinitionResponse?>(nil)

    init(
        _ task: DefinitionTask, _ behavior: (any DefinitionBehavior)?,
        _ serializer: Result<ResponseSerializer, DefinitionError>, _ parser: @escaping Parser,
        stream: (@Sendable (ResponseStream) throws -> ResponseModel)?
    ) {
        (self.task, self.behavior, self.serializer) = (task, behavior, serializer)
        (self.parser, self.stream) = (parser, stream)
    }

    /// What decodes the values of a stream, if the definition names it.
    var contentDecoder: (any ContentDecoder)? {
        guard stream != nil, case .success(.decoder(let decoder)) = serializer else { return nil }
        return decoder
    }

    func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
        // The envelope of a behavior is in the body, which a stream has not read.
        guard let behavior, stream == nil else { return }
        var judging = try DefinitionResponse(task, response, serializer.get())
        guard try behavior.isSuccessResponse(&judging) else {
            throw DefinitionError.noSuccess(task.definition.name ?? "")
        }
        judged.withLock { [judging] in $0 = judging }
    }

    func parseResponse(response: Response) throws -> ResponseModel {
        let known = judged.withLock { judged in
            defer { judged = nil }
            return judged
        }
        var received = try known ?? DefinitionResponse(task, response, serializer.get())
        return try parser(&received)
    }

    func parseFailure(response: Response) throws -> HTTPContent? {
        try response.decoded(as: HTTPContent?.self, by: serializer.get().decoder(of: response))
    }
}
