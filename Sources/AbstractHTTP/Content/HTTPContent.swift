import Foundation

/// The content of a request or a response as a tree, which any ``ContentEncoder`` can write.
///
/// ```swift
/// let content: HTTPContent = ["name": "Ada", "age": 36, "tags": ["math", "poetry"]]
/// let same = try HTTPContent(User(name: "Ada", age: 36, tags: ["math", "poetry"]))
/// ```
///
/// The members of a dictionary keep their order. Members that come from a Swift dictionary are sorted by key.
public enum HTTPContent: Hashable, Sendable {
    /// Null.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number.
    case number(Number)
    /// A string.
    case string(String)
    /// A date. The encoder decides how it is written.
    case date(Date)
    /// Values in order.
    case array([HTTPContent])
    /// Values by key, in order.
    case dictionary(Members)
    /// Bytes in memory.
    case data(HTTPData)
    /// Bytes in a file.
    case file(HTTPFile)
}

/// The content of a request.
public typealias RequestContent = HTTPContent

extension HTTPContent {
    /// The value without the members of dictionaries that are null. Null elements of arrays stay.
    var withoutNulls: Self {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutNulls))
        case .dictionary(let members):
            .dictionary(Members(members.filter { $0.value != .null }.map { ($0.key, $0.value.withoutNulls) }))
        default: self
        }
    }
}

extension HTTPContent: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A number.
    public init(integerLiteral value: Int64) { self = .number(Number(value)) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(Number(value)) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: HTTPContent...) { self = .array(elements) }
    /// A dictionary. Keys that repeat are all kept.
    public init(dictionaryLiteral elements: (String, HTTPContent)...) { self = .dictionary(Members(elements)) }
}
