import AbstractHTTP

extension Encodable {
    /// The value; nil where there is none to be sent.
    var present: (any Encodable)? {
        guard let value = unwrapped, type(of: value) != None.self else { return nil }
        return value
    }
}
