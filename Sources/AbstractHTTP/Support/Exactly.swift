/// Returns the value if its static type is exactly this type.
///
/// A cast with `as?` would look at the types again, copy the value through its witness tables, and cost ten times as
/// much.
func exactly<Value, Wanted>(_ value: Value, _ type: Wanted.Type) -> Wanted? {
    Value.self == Wanted.self ? unsafeBitCast(value, to: Wanted.self) : nil
}
