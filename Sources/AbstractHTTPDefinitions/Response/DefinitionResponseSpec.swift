import AbstractHTTP

/// What is made of the response to a request of a definition.
struct DefinitionResponseSpec<ResponseModel: Sendable>: ResponseSpec, Sendable {
    typealias FailureModel = HTTPContent
    /// Makes the model of a response that is a success.
    typealias Parser = @Sendable (inout DefinitionResponse) throws -> ResponseModel

    let definition: Definition
    let behavior: (any DefinitionBehavior)?
    /// That of the definition, which may have a name that there is not.
    let serializer: Result<ResponseSerializer, DefinitionError>
    let parser: Parser
    /// What was found to be a success, until it is parsed: the behavior is asked once.
    private let judged = LockedValue<DefinitionResponse?>(nil)

    init(
        _ definition: Definition, _ behavior: (any DefinitionBehavior)?,
        _ serializer: Result<ResponseSerializer, DefinitionError>, _ parser: @escaping Parser
    ) {
        (self.definition, self.behavior, self.serializer) = (definition, behavior, serializer)
        self.parser = parser
    }

    func validate(response: Response) throws {
        guard isValidResponse(response: response) else { throw ConnectionErrorType.invalidResponse }
        guard let behavior else { return }
        var judging = try DefinitionResponse(definition, response, serializer.get())
        guard try behavior.isSuccessResponse(&judging) else {
            throw DefinitionError.noSuccess(definition.name ?? "")
        }
        judged.withLock { [judging] in $0 = judging }
    }

    func parseResponse(response: Response) throws -> ResponseModel {
        let known = judged.withLock { judged in
            defer { judged = nil }
            return judged
        }
        var received = try known ?? DefinitionResponse(definition, response, serializer.get())
        return try parser(&received)
    }

    func parseFailure(response: Response) throws -> HTTPContent? {
        try response.decoded(as: HTTPContent?.self, by: serializer.get().decoder(of: response))
    }
}
