import AbstractHTTP

/// A value that is escaped so that it remains one segment of a path (RFC 3986, section 3.3).
///
/// ```swift
/// let uri = "/users/\(try PathSegment(id, named: "id"))"
/// ```
public struct PathSegment: CustomStringConvertible, Sendable {
    /// The escaped text.
    public let description: String

    /// Escapes a value. Throws `URITemplateError` if it is empty, `.`, or `..`, which would lead to another resource.
    public init(_ value: String, named name: String) throws {
        description = try URITemplate("{\(name)}").path(filledBy: [name: .string(value)])
    }
}
