import AbstractHTTP

/// Gathers the fields of a request, or of a structure in it, in their order.
public struct ContentWriter {
    private var members: HTTPContent.Members = [:]

    /// Makes a writer without fields.
    public init() {}

    /// What was written.
    public var content: RequestContent { .dictionary(members) }

    /// Writes a value; nothing for nil.
    public mutating func write(_ value: (some RequestContentConvertible)?, _ key: String) {
        guard let value else { return }
        members[key] = value.asRequestContent()
    }

    /// Writes a value that has to be there; throws ``ContentWritingError``.
    public mutating func require(_ value: (some RequestContentConvertible)?, _ key: String) throws {
        guard let value else { throw ContentWritingError(key: key) }
        write(value, key)
    }

    /// The content that is a value as a whole; null for nil.
    public static func content(of value: (some RequestContentConvertible)?) -> RequestContent {
        value?.asRequestContent() ?? .null
    }

    /// The content that is a value as a whole; nothing for nil.
    public static func optionalContent(of value: (some RequestContentConvertible)?) -> RequestContent? {
        value?.asRequestContent()
    }

    /// The content that is a value as a whole, and has to be there; throws ``ContentWritingError``.
    public static func requiredContent(of value: (some RequestContentConvertible)?) throws -> RequestContent {
        guard let value else { throw ContentWritingError(key: nil) }
        return value.asRequestContent()
    }
}

/// A request without a value that it has to have: the underlying error of `ConnectionErrorType.invalidRequest`.
public struct ContentWritingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The wire name of the field; nil for the whole content.
    public let key: String?

    /// What is missing, and what to do.
    public var description: String {
        let place = key ?? "the content"
        return "\(place) is nil, and has to be sent; give it a value, or declare it with a `?`"
    }
}
