/// A value that can be the key of a dictionary in a request or a response, where keys are strings.
///
/// Types that conform to `LosslessStringConvertible`, and types whose raw value conforms to this protocol, need no
/// implementation.
///
/// ```swift
/// enum Day: String, ContentKeyConvertible {    // the raw value is the key
///     case monday, tuesday
/// }
/// ```
public protocol ContentKeyConvertible: Hashable, Sendable {
    /// Returns the value of a key, or nil if the string is not such a key.
    ///
    /// This is not an initializer, because `Int` has it, and `texts.compactMap(Int.init)` must not become ambiguous.
    static func value(ofContentKey key: String) -> Self?
    /// The value as a key.
    var contentKey: String { get }
}

extension ContentKeyConvertible where Self: LosslessStringConvertible {
    /// Returns the value with this description.
    public static func value(ofContentKey key: String) -> Self? { Self(key) }
    /// The description.
    public var contentKey: String { description }
}

extension ContentKeyConvertible where Self: RawRepresentable, RawValue: ContentKeyConvertible {
    /// Returns the value whose raw value has this key.
    public static func value(ofContentKey key: String) -> Self? {
        RawValue.value(ofContentKey: key).flatMap { Self(rawValue: $0) }
    }
    /// The raw value.
    public var contentKey: String { rawValue.contentKey }
}

extension String: ContentKeyConvertible {}
extension Bool: ContentKeyConvertible {}
extension Int: ContentKeyConvertible {}
extension Int8: ContentKeyConvertible {}
extension Int16: ContentKeyConvertible {}
extension Int32: ContentKeyConvertible {}
extension Int64: ContentKeyConvertible {}
extension UInt: ContentKeyConvertible {}
extension UInt8: ContentKeyConvertible {}
extension UInt16: ContentKeyConvertible {}
extension UInt32: ContentKeyConvertible {}
extension UInt64: ContentKeyConvertible {}
