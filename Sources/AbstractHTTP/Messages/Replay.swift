/// Whether the bytes of a request body can be produced again.
public enum Replay: Hashable, Sendable {
    /// The bytes can be sent any number of times.
    case always
    /// Sending consumes the source: another attempt needs a new body from the spec.
    case once
}
