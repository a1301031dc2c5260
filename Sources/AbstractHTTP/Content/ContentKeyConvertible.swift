/// A value that can be the key of a dictionary in a request or a response, where keys are texts.
///
/// What is made of a text without loss, and what has a raw value that is such a key, needs to say no more than that it
/// conforms.
public protocol ContentKeyConvertible: Hashable, Sendable {
    /// Makes the value of a key; nil for a text that is none.
    init?(contentKey: String)
    /// The value as a key.
    var contentKey: String { get }
}

extension ContentKeyConvertible where Self: LosslessStringConvertible {
    /// Makes the value of its description.
    public init?(contentKey: String) { self.init(contentKey) }
    /// The description.
    public var contentKey: String { description }
}

extension ContentKeyConvertible where Self: RawRepresentable, RawValue: ContentKeyConvertible {
    /// Makes the value of its raw value.
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
