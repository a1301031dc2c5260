import AbstractHTTP

extension DefinitionStore {
    /// Returns the URL of a definition that has its own base URL, without members of the default definition. Variables
    /// are filled from `parameters`. Throws ``DefinitionError`` and `InvalidRequest`.
    package func url(of definition: Definition, _ parameters: DefinitionParameters) throws -> String {
        var members = try parameters.members(over: [])
        return try CompleteDefinition(definition).url(filledBy: &members, base: nil, FieldOptions(), definition.places)
    }
}
