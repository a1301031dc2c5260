import AbstractHTTP

extension Encodable where Self: Sendable {
    /// The value to send, or nil if there is none.
    var present: (any Encodable & Sendable)? {
        guard let value = unwrapped, type(of: value) != None.self else { return nil }
        return value
    }
}
