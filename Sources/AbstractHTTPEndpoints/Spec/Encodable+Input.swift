import AbstractHTTP

extension Encodable {
    /// The value; nil where there is none to be sent.
    var present: (any Encodable)? {
        let value = unwrapped
        return value is None ? nil : value
    }
}
