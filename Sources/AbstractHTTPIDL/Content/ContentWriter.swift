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

    /// Writes a value. Nil writes nothing. If `dates` is nil, the request decides the format of dates. `nonFinite`
    /// decides how to write numbers that are infinite or NaN.
    public mutating func write(
        _ value: (some RequestContentConvertible)?, _ key: String, dates: DateCodingStrategy? = nil,
        nonFinite: NonFiniteNumbers = .refused
    ) {
        guard let value else { return }
        members[key] = value.asRequestContent().written(dates, nonFinite)
    }

    /// Writes a value or null. An absent value writes nothing.
    public mutating func write(
        _ value: Nullable<some RequestContentConvertible>, _ key: String, dates: DateCodingStrategy? = nil,
        nonFinite: NonFiniteNumbers = .refused
    ) {
        if case .null = value {
            members[key] = .null
        } else {
            write(value.value, key, dates: dates, nonFinite: nonFinite)
        }
    }

    /// Writes a required value. Throws ``ContentWritingError`` for nil.
    public mutating func require(
        _ value: (some RequestContentConvertible)?, _ key: String, dates: DateCodingStrategy? = nil,
        nonFinite: NonFiniteNumbers = .refused
    ) throws {
        guard let value else { throw ContentWritingError(key: key) }
        write(value, key, dates: dates, nonFinite: nonFinite)
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

extension ContentWriter {
    /// Returns the value of a union's case with its discriminator.
    public static func content(
        of value: some RequestContentConvertible, tagged tag: String, by key: String
    ) -> RequestContent {
        let content = value.asRequestContent()
        guard case .dictionary(var members) = content, members[key] == nil else { return content }
        members[key] = .string(tag)
        return .dictionary(members)
    }
}

extension HTTPContent {
    /// Returns the tree with its dates and its numbers in a format.
    func written(_ dates: DateCodingStrategy?, _ nonFinite: NonFiniteNumbers) -> Self {
        guard dates != nil || nonFinite == .names else { return self }
        return switch self {
        case .date(let date): dates?.written(date) ?? self
        case .number(let number) where nonFinite == .names: number.nonFiniteName.map { .string($0) } ?? self
        case .array(let elements): .array(elements.map { $0.written(dates, nonFinite) })
        case .dictionary(let members):
            .dictionary(Members(members.map { ($0.key, $0.value.written(dates, nonFinite)) }))
        default: self
        }
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
