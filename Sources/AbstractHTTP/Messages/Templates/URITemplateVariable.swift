/// A type whose values can replace a variable of a ``URITemplate``. Strings, numbers, Booleans, and arrays and
/// dictionaries of them conform.
///
/// ```swift
/// extension UserID: URITemplateVariable {
///     var templateValue: URITemplate.Value { .text(rawValue) }
/// }
/// ```
public protocol URITemplateVariable {
    /// The value in the form in which it is written.
    var templateValue: URITemplate.Value { get }
}

extension URITemplate {
    /// The value of a variable (RFC 6570, section 2.3).
    public enum Value: Hashable, Sendable {
        /// A string, which can be empty.
        case text(String)
        /// Strings in order. An empty list counts as nil.
        case list([String])
        /// Keys with strings, in order. An empty list counts as nil, and so does a key without a value.
        case pairs([KeyValue])
    }
}

extension URITemplate.Value: URITemplateVariable {
    /// The value itself.
    public var templateValue: Self { self }
}

extension URITemplateVariable where Self: LosslessStringConvertible {
    /// The description of the value.
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
    /// The pairs sorted by key, so that the same dictionary always gives the same URL.
    public var templateValue: URITemplate.Value {
        .pairs(sorted { $0.key < $1.key }.map { KeyValue(key: $0.key, value: $0.value.description) })
    }
}

extension URLQuery: URITemplateVariable {
    /// Pairs, in their order.
    public var templateValue: URITemplate.Value { .pairs(keyValues) }
}
