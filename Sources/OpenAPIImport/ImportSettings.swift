import JSONBytes

/// The settings of an import, from the file `httpidl-import.json`.
///
/// ```swift
/// let settings = try ImportSettings(json: Array(#"{"client": "Shop", "omit": ["/internal/"]}"#.utf8))
/// let importer = OpenAPIImporter(settings: settings)
/// ```
public struct ImportSettings: Sendable {
    /// The name of the client. If nil, the title of the document decides.
    public var client: String?
    /// Names of operations, by `operationId`, and of types, by the JSON pointer of a schema (`#/components/schemas/a`).
    public var names: [String: String]
    /// Types of a `.http` file, such as `App.Money`, by the JSON pointer of a schema.
    public var types: [String: String]
    /// The operations, paths, parameters, and properties to leave out: values of `operationId`, paths, and JSON
    /// pointers such as `#/components/schemas/Pet/properties/tag`. `/internal/` stands for all paths below it.
    public var omitted: Set<String>

    /// Creates settings. Default: none.
    public init(
        client: String? = nil, names: [String: String] = [:], types: [String: String] = [:],
        omitted: Set<String> = []
    ) {
        (self.client, self.names, self.types, self.omitted) = (client, names, types, omitted)
    }

    /// Reads settings from JSON, such as `{"client": "Shop", "names": {}, "types": {}, "omit": []}`. Throws
    /// ``ImportError``.
    public init(json bytes: [UInt8]) throws(ImportError) {
        self.init()
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(bytes)
        } catch {
            let place = JSONDocument.place(of: error.offset, in: bytes)
            throw ImportError(
                pointer: "", line: place.line, column: place.column, message: "this is not JSON: \(error.reason.text)")
        }
        guard let members = document.root.members else {
            throw Self.error(document, document.root.start, "write an object, such as {\"client\": \"Shop\"}")
        }
        for member in members {
            switch member.key {
            case "client": client = try Self.text(member.value, document)
            case "names": names = try Self.texts(member.value, document)
            case "types": types = try Self.texts(member.value, document)
            case "omit": omitted = try Set(Self.list(member.value, document))
            default:
                throw Self.error(
                    document, member.start,
                    "unknown setting \(member.key.debugDescription); use client, names, types, or omit")
            }
        }
    }

    private static func error(_ document: JSONDocument, _ offset: Int, _ message: String) -> ImportError {
        let place = document.place(of: offset)
        return ImportError(pointer: "", line: place.line, column: place.column, message: message)
    }

    private static func text(_ node: JSONNode, _ document: JSONDocument) throws(ImportError) -> String {
        guard let text = node.string else { throw error(document, node.start, "the value must be a string") }
        return text
    }

    private static func texts(_ node: JSONNode, _ document: JSONDocument) throws(ImportError) -> [String: String] {
        guard let members = node.members else { throw error(document, node.start, "the value must be an object") }
        var texts: [String: String] = [:]
        for member in members { texts[member.key] = try text(member.value, document) }
        return texts
    }

    private static func list(_ node: JSONNode, _ document: JSONDocument) throws(ImportError) -> [String] {
        guard let elements = node.elements else { throw error(document, node.start, "the value must be a list") }
        return try elements.map { (element) throws(ImportError) in try text(element, document) }
    }
}

extension ImportSettings {
    /// Throws if the document does not have what a setting names, or if a name or a type is not valid.
    func check(_ document: OpenAPIDocument, _ operations: [OperationSource]) throws(ImportError) {
        let identifiers = Set(operations.compactMap { $0.element["operationId"]?.text })
        for (key, name) in names.sorted(by: { $0.key < $1.key }) {
            try check(key, document, identifiers)
            guard key.hasPrefix("#") ? name == name.typeName : name == name.memberName && !name.hasPrefix("_") else {
                throw Self.problem(
                    "\(name.debugDescription) is not a name; write one like findOrder, or Order for a type")
            }
        }
        for (key, type) in types.sorted(by: { $0.key < $1.key }) {
            guard key.hasPrefix("#") else {
                throw Self.problem("\(key.debugDescription) is not the pointer of a schema")
            }
            try check(key, document, identifiers)
            let isType = type.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                    || "_.<>,? ".unicodeScalars.contains($0)
            }
            guard isType, !type.isEmpty else {
                throw Self.problem("\(type.debugDescription) is not a type of a .http file")
            }
        }
        for key in omitted.sorted() { try check(key, document, identifiers) }
        if let client, client != client.typeName || client.hasPrefix("_") {
            throw Self.problem("\(client.debugDescription) is not the name of a client; write one like PetStore")
        }
    }

    private func check(
        _ key: String, _ document: OpenAPIDocument, _ identifiers: Set<String>
    ) throws(ImportError) {
        if key.hasPrefix("#") {
            do throws(ImportError) {
                _ = try document.target(of: key, at: document.root)
            } catch {
                throw Self.problem(error.message)
            }
        } else if key.hasPrefix("/") {
            let paths = document.root["paths"]?.members.map(\.key) ?? []
            guard paths.contains(where: { key.selects($0) }) else {
                throw Self.problem("the document has no path \(key.debugDescription)")
            }
        } else if !identifiers.contains(key) {
            throw Self.problem("the document has no operation \(key.debugDescription)")
        }
    }

    private static func problem(_ message: String) -> ImportError {
        ImportError(pointer: "", line: 1, column: 1, message: "in the settings of the import: \(message)")
    }

    /// The type that the settings give a schema.
    func type(of schema: Element) -> FieldType? { types["#\(schema.pointer)"].map { FieldType(.builtin($0)) } }

    /// The name that the settings give a schema.
    func name(of schema: Element) -> String? { names["#\(schema.pointer)"] }

    func omits(_ schema: Element) -> Bool { omitted.contains("#\(schema.pointer)") }

    func omits(_ source: OperationSource) -> Bool {
        omitted.contains { $0.selects(source.path) }
            || source.element["operationId"]?.text.map(omitted.contains) == true
    }
}

extension String {
    /// Whether this equals a path, or ends with a slash and is a prefix of it.
    func selects(_ path: String) -> Bool { hasPrefix("/") && (self == path || hasSuffix("/") && path.hasPrefix(self)) }
}
