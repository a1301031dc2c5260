/// Where definitions have come from.
public struct LoadedDefinitions: Sendable {
    /// What is wrong in the file, without being a fault.
    public var warnings: [DefinitionFault]
    /// Why they are those of the last good copy; nil when they are those of the server.
    public var serverError: (any Error)?
    /// Why the file could not be kept as a copy.
    public var copyError: (any Error)?
}
