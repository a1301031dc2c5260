/// What can stand for a variable of a ``URITemplate``: texts, numbers, Booleans, and arrays and dictionaries of them.
///
/// ```swift
/// extension UserID: URITemplateVariable {
///     var templateValue: URITemplate.Value { .text(rawValue) }
/// }
/// ```
public protocol URITemplateVariable {
    /// The value that is written.
    var templateValue: URITemplate.Value { get }
}

extension URITemplate {
    /// The value of a variable (RFC 6570, section 2.3).
    public enum Value: Hashable, Sendable {
        /// A text, which may be empty.
        case text(String)
        /// Texts in their order; without any it counts as nil.
        case list([String])
        /// Keys with texts in their order; without any it counts as nil, and so does a key without a value.
        case pairs([KeyValue])
    }
}

extension URITemplate.Value: URITemplateVariable {
    /// Itself.
    public var templateValue: Self { self }
}

extension URITemplateVariable where Self: LosslessStringConvertible {
    /// The value as text.
    public var templateValue: URITemplate.Value { .text(description) }
}

extension String: URITemplateVariable {}
extension Substring: URITemplateVariable {}
extension Bool: URITemplateVariable {}
extension Int: URITemplateVariable {}
extension Int8: URITemplateVariable {}
extension Int16: URITemplateVariable {}
extension Int32: URITemplateVariable {}
extension Int64: URITemplateVariable {}
extension UInt: URITemplateVariable {}
extension UInt8: URITemplateVariable {}
extension UInt16: URITemplateVariable {}
extension UInt32: URITemplateVariable {}
extension UInt64: URITemplateVariable {}
extension Float: URITemplateVariable {}
extension Double: URITemplateVariable {}

extension Array: URITemplateVariable where Element: LosslessStringConvertible {
    /// A list.
    public var templateValue: URITemplate.Value { .list(map(\.description)) }
}

extension Dictionary: URITemplateVariable where Key == String, Value: LosslessStringConvertible {
    /// Pairs, sorted by key, so that the same dictionary always gives the same URL.
    public var templateValue: URITemplate.Value {
        .pairs(sorted { $0.key < $1.key }.map { KeyValue(key: $0.key, value: $0.value.description) })
    }
}

extension URLQuery: URITemplateVariable {
    /// Pairs, in their order.
    public var templateValue: URITemplate.Value { .pairs(keyValues) }
}
