/// `STRUCT Name { … }`
struct Structure {
    var attributes: Attributes
    let name: Name
    let body: Body
}

/// The part between the braces of a request, a response, or a structure.
struct Body {
    var fields: [Field] = []
    /// One bare type, which is the whole body.
    var whole: TypeReference?
}

/// `PLACE TYPE name DEFAULT value AS FORMAT = wireName;`
struct Field {
    /// The part of the message that carries the field. The raw value is the IDL keyword.
    enum Place: String, CaseIterable {
        case path = "PATH"
        case query = "QUERY"
        case header = "HEADER"
        case cookie = "COOKIE"
    }

    /// The value of a field that is not set.
    enum Value {
        case `default`(Literal)
        /// The only value of the field.
        case constant(Literal)
    }

    var attributes: Attributes
    /// Nil for a field of the content.
    let place: Place?
    let type: TypeReference
    let name: Name
    let value: Value?
    let formats: [WrittenFormat]
    /// The wire name without escapes, or nil if the file does not set one.
    let writtenWireName: Name?

    var wireName: String { writtenWireName?.text ?? name.text }
}

extension Field {
    /// The default or the constant.
    var literal: Literal? {
        switch value {
        case .default(let literal), .constant(let literal): literal
        case nil: nil
        }
    }

    var isConstant: Bool { if case .constant = value { true } else { false } }

    /// Whether each member of the value is a field of its own.
    var isMap: Bool { formats.contains { $0.format == .map } }
}

/// `ENUM Name { … }`
struct Enumeration {
    struct Case {
        var attributes: Attributes
        let name: Name
        let writtenWireName: Name?

        var wireName: String { writtenWireName?.text ?? name.text }
    }

    var attributes: Attributes
    let name: Name
    /// The raw type. Default: `STRING`.
    let rawType: BuiltinType
    let cases: [Case]
}
