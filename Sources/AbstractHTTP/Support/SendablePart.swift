/// Returns a part of a value that is `Sendable`, and whose parts therefore are.
///
/// The compiler cannot ask for this conformance at run time. It has no representation, so both types have one layout.
func sendablePart(_ part: any Encodable) -> any Encodable & Sendable {
    // Without the conversion, the compiler would pass the value inside.
    unsafeBitCast(part as any Encodable, to: (any Encodable & Sendable).self)
}
