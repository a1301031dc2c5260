/// Returns a part of a value that is `Sendable`, and whose parts therefore are.
///
/// `Sendable` cannot be checked at run time. It does not change the layout of a type, so the cast is safe.
func sendablePart(_ part: any Encodable) -> any Encodable & Sendable {
    // Without the conversion, the compiler would pass the value inside.
    unsafeBitCast(part as any Encodable, to: (any Encodable & Sendable).self)
}
