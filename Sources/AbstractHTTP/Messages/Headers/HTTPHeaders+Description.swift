extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible {
    /// One line per field, such as `Accept: text/html`. Secret values are redacted (see ``Redaction``), and control
    /// characters are escaped.
    public var description: String { map(\.description).joined(separator: "\n") }

    /// The same as ``description``.
    public var debugDescription: String { description }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name and the value, such as `Accept: text/html`. A secret value is redacted (see ``Redaction``), and control
    /// characters are escaped.
    public var description: String { "\(name): \(Redaction().value(of: self))".inOneLine }

    /// The same as ``description``.
    public var debugDescription: String { description }
}
