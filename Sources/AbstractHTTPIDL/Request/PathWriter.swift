import AbstractHTTP

/// Fills the variables of a path, which is a URI template (RFC 6570).
///
/// ```swift
/// var path = PathWriter("/archives/{version}.zip")
/// try path.write("1.2", "version")
/// let uri = try path.uri    // /archives/1.2.zip
/// ```
public struct PathWriter: Sendable {
    private let template: String
    private let options: FieldOptions
    private var values = VariableValues()

    /// Creates a writer for the text of a template. Dates have the format of `dates`, or ISO 8601.
    public init(_ template: String, dates: DateCodingStrategy? = nil) {
        self.template = template
        options = FieldOptions(dates: dates ?? .iso8601)
    }

    /// Sets the value of a variable. A value that is nil is an error if the path needs it.
    ///
    /// Throws `HTTPContentError` for a value that cannot be a part of a path.
    public mutating func write(
        _ value: (some RequestContentConvertible)?, _ name: String, _ location: ParameterLocation = .path
    ) throws {
        do throws(HTTPContentError) {
            try values.set(name, value?.asRequestContent() ?? .null, location.options(options))
        } catch {
            throw error.below(key: name)
        }
    }

    /// The path with its variables filled. Throws `URITemplateError` if a value is missing, or would lead to another
    /// resource.
    public var uri: String { get throws { try URITemplate(template).path(filledBy: values) } }
}

extension PathWriter: CustomReflectable {
    /// The template, without the values.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["template": "\((try? URITemplate(template))?.description ?? "")"], displayStyle: .struct)
    }
}
