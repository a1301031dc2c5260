// swift-format-ignore-file
// The declarations of UniformTypeIdentifiers that the project uses, for type-checking without a Mac. See
// Tests/Scripts/check-apple-ui.

public struct UTType: Hashable, Sendable {
    public init?(filenameExtension: String) { return nil }
    public var preferredMIMEType: String? { nil }
}
