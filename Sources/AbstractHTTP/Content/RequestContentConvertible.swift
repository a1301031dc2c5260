import Foundation

/// A value that provides its own content tree, which is used instead of its `encode(to:)`.
///
/// ```swift
/// extension Money: RequestContentConvertible {
///     func asRequestContent() -> RequestContent { ["amount": .string(amount), "currency": .string(currency)] }
/// }
/// ```
public protocol RequestContentConvertible {
    /// The value as a tree.
    func asRequestContent() -> RequestContent
}

extension HTTPContent: RequestContentConvertible {
    /// The tree itself.
    public func asRequestContent() -> RequestContent { self }
}

extension Bool: RequestContentConvertible {
    /// A Boolean.
    public func asRequestContent() -> RequestContent { .bool(self) }
}

extension String: RequestContentConvertible {
    /// A string.
    public func asRequestContent() -> RequestContent { .string(self) }
}

extension RequestContentConvertible where Self: SignedInteger & FixedWidthInteger {
    /// A number.
    public func asRequestContent() -> RequestContent { .number(HTTPContent.Number(Int64(self))) }
}

extension RequestContentConvertible where Self: UnsignedInteger & FixedWidthInteger {
    /// A number.
    public func asRequestContent() -> RequestContent { .number(HTTPContent.Number(UInt64(self))) }
}

extension Int: RequestContentConvertible {}
extension Int8: RequestContentConvertible {}
extension Int16: RequestContentConvertible {}
extension Int32: RequestContentConvertible {}
extension Int64: RequestContentConvertible {}
extension UInt: RequestContentConvertible {}
extension UInt8: RequestContentConvertible {}
extension UInt16: RequestContentConvertible {}
extension UInt32: RequestContentConvertible {}
extension UInt64: RequestContentConvertible {}

extension Double: RequestContentConvertible {
    /// A number.
    public func asRequestContent() -> RequestContent { .number(HTTPContent.Number(self)) }
}

extension Float: RequestContentConvertible {
    /// A number.
    public func asRequestContent() -> RequestContent { .number(HTTPContent.Number(self)) }
}

extension Decimal: RequestContentConvertible {
    /// A number.
    public func asRequestContent() -> RequestContent { .number(HTTPContent.Number(self)) }
}

extension Date: RequestContentConvertible {
    /// A date.
    public func asRequestContent() -> RequestContent { .date(self) }
}

extension URL: RequestContentConvertible {
    /// The absolute URL as a string.
    public func asRequestContent() -> RequestContent { .string(absoluteString) }
}

extension UUID: RequestContentConvertible {
    /// The UUID as a string in uppercase.
    public func asRequestContent() -> RequestContent { .string(uuidString) }
}

extension Data: RequestContentConvertible {
    /// Bytes without a file name.
    public func asRequestContent() -> RequestContent { .data(HTTPData(self)) }
}

extension HTTPData: RequestContentConvertible {
    /// Bytes in memory.
    public func asRequestContent() -> RequestContent { .data(self) }
}

extension HTTPFile: RequestContentConvertible {
    /// Bytes in a file.
    public func asRequestContent() -> RequestContent { .file(self) }
}

extension Optional: RequestContentConvertible where Wrapped: RequestContentConvertible {
    /// The value, or null.
    public func asRequestContent() -> RequestContent { self?.asRequestContent() ?? .null }
}

extension Array: RequestContentConvertible where Element: RequestContentConvertible {
    /// The elements in order.
    public func asRequestContent() -> RequestContent { .array(map { $0.asRequestContent() }) }
}

extension Dictionary: RequestContentConvertible where Key: ContentKeyConvertible, Value: RequestContentConvertible {
    /// The members, sorted by key.
    public func asRequestContent() -> RequestContent {
        let members = map { (key: $0.contentKey, value: $1.asRequestContent()) }.sorted { $0.key < $1.key }
        return .dictionary(HTTPContent.Members(members.map { ($0.key, $0.value) }))
    }
}
