import AbstractHTTP

/// A value in its segment of a path: escaped, so that it stays one (RFC 3986, section 3.3).
public struct PathSegment: CustomStringConvertible, Sendable {
    /// The escaped text.
    public let description: String

    /// Escapes a value. Throws `URITemplateError` for an empty one, and for `.` and `..`: they would lead to another
    /// resource.
    public init(_ value: String, named name: String) throws {
        description = try URITemplate("{\(name)}").path(filledBy: [name: .string(value)])
    }
}
