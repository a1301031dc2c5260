/// Why there is no Swift.
public struct CompilationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Everything that is wrong, file by file, from top to bottom.
    public let diagnostics: [Diagnostic]

    /// All of it, as a compiler says it.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
