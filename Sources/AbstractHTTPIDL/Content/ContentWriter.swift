import AbstractHTTP

/// Collects the fields of a request or a structure, in order.
///
/// ```swift
/// var writer = ContentWriter()
/// writer.write(age, "age")
/// try writer.require(name, "name")
/// let content = writer.content
/// ```
public struct ContentWriter {
    private var members: HTTPContent.Members = [:]

    /// Creates a writer without fields.
    public init() {}

    /// The written content.
    public var content: RequestContent { .dictionary(members) }

    /// Writes a value. Nil writes nothing.
    public mutating func write(_ value: (some RequestContentConvertible)?, _ key: String) {
        guard let value else { return }
        members[key] = value.asRequestContent()
    }

    /// Writes a required value. Throws ``ContentWritingError`` for nil.
    public mutating func require(_ value: (some RequestContentConvertible)?, _ key: String) throws {
        guard let value else { throw ContentWritingError(key: key) }
        write(value, key)
    }

    /// Returns a value as the whole content, or null for nil.
    public static func content(of value: (some RequestContentConvertible)?) -> RequestContent {
        value?.asRequestContent() ?? .null
    }

    /// Returns a value as the whole content, or nil for nil.
    public static func optionalContent(of value: (some RequestContentConvertible)?) -> RequestContent? {
        value?.asRequestContent()
    }

    /// Returns a required value as the whole content. Throws ``ContentWritingError`` for nil.
    public static func requiredContent(of value: (some RequestContentConvertible)?) throws -> RequestContent {
        guard let value else { throw ContentWritingError(key: nil) }
        return value.asRequestContent()
    }
}

/// A required value of a request is missing. It is the underlying error of `ConnectionErrorType.invalidRequest`.
public struct ContentWritingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The wire name of the field, or nil for the whole content.
    public let key: String?

    /// What is missing and what to do.
    public var description: String { text.inOneLine }

    private var text: String {
        let place = key ?? "the content"
        return "\(place) is nil, and has to be sent; give it a value, or declare it with a `?`"
    }
}
