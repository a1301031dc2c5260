/// `STRUCT Name { … }`
struct Structure {
    var attributes: Attributes
    let name: Name
    let body: Body
}

/// What stands between the braces of a request, a response or a structure.
enum Body {
    case fields([Field])
    /// One bare type, which is the whole.
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
    /// Its text without escapes; nil for that of the name.
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
    /// `STRING` unless it says otherwise.
    let rawType: BuiltinType
    let cases: [Case]
}
