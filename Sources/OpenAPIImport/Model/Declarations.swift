/// A type in a `.http` file.
indirect enum IDLType: Hashable, Sendable {
    /// A built-in type, such as `STRING`.
    case builtin(String)
    /// A type that a file declares.
    case named(String)
    case array(IDLType)
    case dictionary(IDLType)
    case optional(IDLType)
    case nullable(IDLType)
    /// A stream, such as `STREAM`.
    case stream(String, IDLType)

    static let string = builtin("STRING")
    static let content = builtin("HTTPContent")

    var text: String {
        switch self {
        case .builtin(let name), .named(let name): name
        case .array(let element): "ARRAY<\(element.text)>"
        case .dictionary(let value): "DICT<STRING, \(value.text)>"
        case .optional(let type): "\(type.text)?"
        case .nullable(let type): "NULLABLE<\(type.text)>"
        case .stream(let kind, let element): "\(kind)<\(element.text)>"
        }
    }
}

extension IDLType {
    /// The type without `?` and `NULLABLE`.
    var bare: Self {
        switch self {
        case .optional(let type), .nullable(let type): type.bare
        default: self
        }
    }

    /// Replaces the bare type, and keeps `?` and `NULLABLE`.
    func replacingBare(by other: Self) -> Self {
        switch self {
        case .optional(let type): .optional(type.replacingBare(by: other))
        case .nullable(let type): .nullable(type.replacingBare(by: other))
        default: other
        }
    }
}

/// A field of a request, a response, or a structure.
struct IDLField {
    enum Place: String {
        case path = "PATH"
        case query = "QUERY"
        case header = "HEADER"
        case cookie = "COOKIE"
    }

    var place: Place?
    var type: IDLType
    var name: String
    /// The name that is sent.
    var wireName: String
    /// What is written after `DEFAULT` or `CONSTANT`.
    var value: (word: String, text: String)?
    var formats: [String] = []
    var comment = ""
    var isDeprecated = false

    /// Whether a value must have the field, in a strict target.
    var isRequired: Bool {
        switch type {
        case .optional, .nullable, .content: false
        default: value?.word != "DEFAULT"
        }
    }
}

struct IDLStructure {
    let name: String
    var comment = ""
    var fields: [IDLField] = []
}

extension IDLStructure {
    /// Whether values of another structure have all that this one requires, and members that this one does not have.
    func accepts(valuesOf other: IDLStructure) -> Bool {
        guard !fields.isEmpty else { return false }
        let others = Dictionary(other.fields.map { ($0.wireName, $0) }) { first, _ in first }
        let fits = fields.filter(\.isRequired).allSatisfy { field in
            guard let twin = others[field.wireName], twin.type.bare == field.type.bare else { return false }
            return field.value == nil || twin.value == nil || field.value?.text == twin.value?.text
        }
        return fits && !Set(others.keys).isSubset(of: fields.map(\.wireName))
    }
}

struct IDLEnumeration {
    struct Case {
        let name: String
        let wireName: String
        var comment = ""
    }

    let name: String
    var comment = ""
    /// The type of the values, or nil for strings.
    var rawType: String?
    var cases: [Case]
}

struct IDLUnion {
    struct Case {
        let type: IDLType
        let name: String
        /// The value of the discriminator.
        var wireName: String?
    }

    let name: String
    var comment = ""
    /// The discriminator.
    var key: String?
    var cases: [Case]
}

enum IDLDeclaration {
    case structure(IDLStructure)
    case enumeration(IDLEnumeration)
    case union(IDLUnion)
}

/// The content of a request, a response, or a failure.
struct IDLBody {
    /// The type of the whole body. Fields in other places are allowed next to it.
    var whole: IDLType?
    var fields: [IDLField] = []
    /// What is written after `AS`.
    var format: String?
}

struct IDLOperation {
    struct Answer {
        /// `RESPONSE` or `FAILURE`.
        var part: String
        var statuses: [String]
        var body: IDLBody
    }

    let path: String
    let method: String
    let name: String
    var comment = ""
    var isDeprecated = false
    /// What is written after `NEEDS`.
    var needs: String?
    var request = IDLBody()
    var answers: [Answer] = []
}

struct IDLClient {
    struct Server {
        var name: String?
        let url: String
        var variables: [(name: String, value: String)] = []
    }

    struct Credential {
        let kind: String
        let name: String
        var wireName: String?
    }

    let name: String
    var comment = ""
    var servers: [Server] = []
    var credentials: [Credential] = []
    var needs: String?
}

extension IDLDeclaration {
    var name: String {
        switch self {
        case .structure(let structure): structure.name
        case .enumeration(let enumeration): enumeration.name
        case .union(let union): union.name
        }
    }

    /// Replaces named types.
    func replacing(_ names: [String: IDLType]) -> Self {
        guard !names.isEmpty else { return self }
        switch self {
        case .structure(var structure):
            for index in structure.fields.indices {
                structure.fields[index].type = structure.fields[index].type.replacing(names)
            }
            return .structure(structure)
        case .union(var union):
            union.cases = union.cases.map {
                IDLUnion.Case(type: $0.type.replacing(names), name: $0.name, wireName: $0.wireName)
            }
            return .union(union)
        case .enumeration: return self
        }
    }
}

extension IDLType {
    /// The depth of nested types.
    var levels: Int {
        switch self {
        case .builtin, .named: 1
        case .array(let type), .dictionary(let type), .optional(let type), .nullable(let type), .stream(_, let type):
            type.levels + 1
        }
    }

    /// Whether the type is, or contains, the named type.
    func contains(_ name: String) -> Bool {
        switch self {
        case .builtin: false
        case .named(let other): other == name
        case .array(let type), .dictionary(let type), .optional(let type), .nullable(let type), .stream(_, let type):
            type.contains(name)
        }
    }

    /// Replaces named types. No type contains its own name.
    func replacing(_ names: [String: IDLType]) -> Self {
        switch self {
        case .builtin: self
        case .named(let name): names[name].map { $0.replacing(names.filter { $0.key != name }) } ?? self
        case .array(let type): .array(type.replacing(names))
        case .dictionary(let type): .dictionary(type.replacing(names))
        case .optional(let type):
            type.replacing(names).isOptional ? type.replacing(names) : .optional(type.replacing(names))
        case .nullable(let type): .nullable(type.replacing(names))
        case .stream(let kind, let type): .stream(kind, type.replacing(names))
        }
    }

    private var isOptional: Bool { if case .optional = self { true } else { false } }
}
