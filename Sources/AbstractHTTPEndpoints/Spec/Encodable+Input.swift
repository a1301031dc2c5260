import AbstractHTTP
import Foundation

extension Encodable {
    /// Whether the value is bytes, which no gap holds.
    var isBytes: Bool { self is Data || self is HTTPData || self is HTTPFile }

    /// Whether the value is a body by itself.
    var isWhole: Bool { isBytes || self is String }

    /// The value; nil where there is none to be sent.
    var present: (any Encodable)? {
        switch self {
        case is None: nil
        case let optional as any OptionalInput: optional.wrapped?.present
        default: self
        }
    }
}

private protocol OptionalInput {
    var wrapped: (any Encodable)? { get }
}

extension Optional: OptionalInput where Wrapped: Encodable {
    fileprivate var wrapped: (any Encodable)? { self }
}
