import Foundation

extension Encodable {
    /// Whether the value is bytes, which no variable of a template holds.
    package var isBytes: Bool { self is Data || self is HTTPData || self is HTTPFile }

    /// Whether the value is a body by itself.
    package var isRawBody: Bool { isBytes || self is String }

    /// The value, out of its optionals; nil where there is none.
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
