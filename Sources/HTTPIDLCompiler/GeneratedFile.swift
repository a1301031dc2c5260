/// The Swift of one file.
public struct GeneratedFile: Hashable, Sendable {
    /// The name of the file: `friends.swift` of `friends.http`.
    public let name: String
    /// What stands in it.
    public let text: String

    /// What every generated file begins with.
    public static let mark = "// swift-format-ignore-file\n// Made by httpidl; what is changed here is lost.\n"
}
