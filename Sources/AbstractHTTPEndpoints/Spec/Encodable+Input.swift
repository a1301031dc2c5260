import AbstractHTTP

extension Encodable {
    /// The value to send, or nil if there is none.
    var present: (any Encodable)? {
        guard let value = unwrapped, type(of: value) != None.self else { return nil }
        return value
    }
}
