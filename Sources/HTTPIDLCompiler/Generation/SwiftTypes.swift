/// The names of types in Swift.
struct SwiftTypes {
    /// The names that the files declare themselves.
    private let taken: Set<String>
    /// The names of the fields, which hide types in expressions.
    private let fields: Set<String>

    init(types: Set<String>, fields: [String]) {
        taken = types.union(fields)
        self.fields = Set(fields)
    }

    func name(of type: TypeReference) -> String { bare(type) + (type.isOptional ? "?" : "") }

    /// The name without a question mark.
    func bare(_ type: TypeReference) -> String {
        switch type.kind {
        case .builtin(let builtin): name(of: builtin)
        case .array(let element): "[\(name(of: element))]"
        case .dictionary(let key, let value): "[\(name(of: key)): \(name(of: value))]"
        case .nullable(let value): "\(runtime("Nullable"))<\(name(of: value))>"
        case .stream(let format, let element): "\(name(of: format))<\(name(of: element))>"
        case .named("DECIMAL") where !taken.contains("DECIMAL"): visible("Decimal", of: "Foundation")
        case .named(let name): name.split(separator: ".").map { String($0).swiftName }.joined(separator: ".")
        }
    }

    /// The expression of a case of an enumeration.
    func constant(_ name: String, of type: TypeReference) -> String {
        // The other members and parameters, such as `reader`, have lowercase names.
        let isHidden = type.directName.map { fields.contains($0) || $0.first?.isLowercase == true } ?? false
        return isHidden ? "(.\(name.swiftName) as \(bare(type)))" : "\(bare(type)).\(name.swiftName)"
    }

    private func name(of format: StreamFormat) -> String {
        switch format {
        case .events: visible("EventStream", of: "AbstractHTTPStreams")
        case .jsonLines: visible("JSONLines", of: "AbstractHTTPStreams")
        case .jsonTexts: visible("JSONTextSequence", of: "AbstractHTTPStreams")
        case .jsonElements: visible("JSONElements", of: "AbstractHTTPStreams")
        }
    }

    func name(of builtin: BuiltinType) -> String {
        switch builtin {
        case .int8: swift("Int8")
        case .int16: swift("Int16")
        case .int32: swift("Int32")
        case .int64: swift("Int64")
        case .uint8: swift("UInt8")
        case .uint16: swift("UInt16")
        case .uint32: swift("UInt32")
        case .uint64: swift("UInt64")
        case .bool: swift("Bool")
        case .float: swift("Float")
        case .double: swift("Double")
        case .string: swift("String")
        case .date: visible("Date", of: "Foundation")
        case .blob: runtime("HTTPData")
        case .file: runtime("HTTPFile")
        }
    }

    /// A type of the standard library.
    func swift(_ name: String) -> String { visible(name, of: "Swift") }

    /// A type of the runtime.
    func runtime(_ name: String) -> String { visible(name, of: "AbstractHTTPIDL") }

    /// The type of the rule that finds the next page.
    var pageRule: String { visible("PageRule", of: "AbstractHTTPPagination") }

    /// The name, with its module if the name is taken.
    private func visible(_ name: String, of module: String) -> String {
        taken.contains(name) ? "\(module).\(name)" : name
    }
}
