/// The cases of `HTTPContent` as HTTPIDL spells them.
extension HTTPContent {
    /// A number.
    public static func number(value: Number) -> Self { .number(value) }
    /// A string.
    public static func string(value: String) -> Self { .string(value) }
    /// Values in order.
    public static func array(value: [HTTPContent]) -> Self { .array(value) }
    /// Values by key, sorted by key.
    public static func dictionary(value: [String: HTTPContent]) -> Self { .dictionary(Members(sorting: value)) }
    /// Bytes in memory.
    public static func data(value: HTTPData) -> Self { .data(value) }
    /// Bytes in a file.
    public static func file(value: HTTPFile) -> Self { .file(value) }
}
