/// Whether the bytes of a request body can be produced again.
public enum BodyReplay: Hashable, Sendable {
    /// The bytes can be sent any number of times.
    case multiple
    /// Sending consumes the source. Another attempt needs a new body from the spec.
    case single
}
