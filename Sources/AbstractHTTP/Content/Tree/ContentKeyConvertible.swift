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
    /// Creates the value from a key. Returns nil if the string is not such a key.
    init?(contentKey: String)
    /// The value as a key.
    var contentKey: String { get }
}

extension ContentKeyConvertible where Self: LosslessStringConvertible {
    /// Creates the value from its description.
    public init?(contentKey: String) { self.init(contentKey) }
    /// The description.
    public var contentKey: String { description }
}

extension ContentKeyConvertible where Self: RawRepresentable, RawValue: ContentKeyConvertible {
    /// Creates the value from the key of its raw value.
    public init?(contentKey: String) {
        guard let rawValue = RawValue(contentKey: contentKey) else { return nil }
        self.init(rawValue: rawValue)
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
