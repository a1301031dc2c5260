/// `STRUCT Name { … }`
struct Structure {
    var attributes: Attributes
    let name: Name
    let body: Body
}

/// The part between the braces of a request, a response, or a structure.
enum Body {
    case fields([Field])
    /// One bare type, which is the whole body.
    case whole(TypeReference)

    var fields: [Field] {
        if case .fields(let fields) = self { fields } else { [] }
    }
}

/// `TYPE name DEFAULT value = wireName;`
struct Field {
    var attributes: Attributes
    let type: TypeReference
    let name: Name
    let defaultValue: Literal?
    /// The wire name without escapes, or nil if the file does not set one.
    let writtenWireName: Name?

    var wireName: String { writtenWireName?.text ?? name.text }
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
