import Foundation

extension Encodable {
    /// Whether the value is bytes, which no variable of a template can hold. The value is not an optional.
    package var isBytes: Bool { Self.self == Data.self || Self.self == HTTPData.self || Self.self == HTTPFile.self }

    /// Whether the value is a body by itself.
    package var isRawBody: Bool { isBytes || Self.self == String.self }
}

extension Encodable where Self: Sendable {
    /// The value with all optionals unwrapped, or nil if there is no value.
    package var unwrapped: (any Encodable & Sendable)? {
        guard !isCommonValue(Self.self), let optional = self as? any OptionalEncodable else { return self }
        guard let wrapped = optional.wrapped else { return nil }
        return sendablePart(wrapped).unwrapped
    }
}

private protocol OptionalEncodable {
    var wrapped: (any Encodable)? { get }
}

extension Optional: OptionalEncodable where Wrapped: Encodable {
    fileprivate var wrapped: (any Encodable)? { self }
}
