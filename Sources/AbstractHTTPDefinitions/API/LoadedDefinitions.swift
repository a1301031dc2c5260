/// The result of loading definitions from a server.
public struct LoadedDefinitions: Sendable {
    /// The warnings about the file.
    public var warnings: [DefinitionFault]
    /// Why the last good copy was loaded, or nil if the definitions come from the server.
    public var serverError: (any Error)?
    /// Why the copy could not be saved, or nil if it was.
    public var copyError: (any Error)?
}
