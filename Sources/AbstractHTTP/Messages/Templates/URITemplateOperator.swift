extension URITemplate {
    /// How the values of an expression are written (RFC 6570, section 3.2 and appendix A).
    enum Operator: String, Sendable {
        case simple = ""
        case reserved = "+"
        case fragment = "#"
        case label = "."
        case path = "/"
        case parameter = ";"
        case query = "?"
        case continuation = "&"
    }
}

extension URITemplate.Operator {
    /// Creates the operator with this ASCII character. Returns nil if there is none.
    init?(_ byte: UInt8) { self.init(rawValue: String(Unicode.Scalar(byte))) }

    /// The text before the first value.
    var prefix: String {
        self == .reserved ? "" : rawValue
    }

    /// The text between values.
    var separator: String {
        switch self {
        case .simple, .reserved, .fragment: ","
        case .query: "&"
        default: rawValue
        }
    }

    /// Whether a value is preceded by its name.
    var isNamed: Bool {
        switch self {
        case .parameter, .query, .continuation: true
        default: false
        }
    }

    /// The text after the name of an empty value.
    var emptyMark: String {
        self == .parameter ? "" : "="
    }

    /// Whether reserved characters and percent-encoded ones are written as they are.
    var keepsReserved: Bool {
        self == .reserved || self == .fragment
    }
}
