import Foundation

extension Encodable {
    /// Whether the value is bytes, which no variable of a template can hold.
    package var isBytes: Bool { self is Data || self is HTTPData || self is HTTPFile }

    /// Whether the value is a body by itself.
    package var isRawBody: Bool { isBytes || self is String }

    /// The value without its optionals; nil when there is none.
    package var unwrapped: (any Encodable)? {
        guard let optional = self as? any OptionalEncodable else { return self }
        return optional.wrapped?.unwrapped
    }
}

private protocol OptionalEncodable {
    var wrapped: (any Encodable)? { get }
}

extension Optional: OptionalEncodable where Wrapped: Encodable {
    fileprivate var wrapped: (any Encodable)? { self }
}
