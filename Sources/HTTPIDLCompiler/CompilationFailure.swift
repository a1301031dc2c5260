/// The error of a compilation, with all diagnostics.
public struct CompilationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// All diagnostics, file by file, from top to bottom.
    public let diagnostics: [Diagnostic]

    /// All diagnostics in the format of a compiler.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
