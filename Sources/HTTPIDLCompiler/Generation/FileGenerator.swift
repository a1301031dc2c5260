/// Generates the Swift code of one file.
struct FileGenerator {
    let document: Document
    let program: Program
    let options: IDLCompiler.Options

    func file() -> GeneratedFile {
        let declarations = declarations
        let imports = imports(isEmpty: declarations.isEmpty)
        var writer = SwiftWriter()
        for line in GeneratedFile.mark.split(separator: "\n") { writer.line(String(line)) }
        writer.line("// It is made of \(document.file.baseName.commentLine).http.")
        writer.line()
        writer.line("\(imports.runtime) AbstractHTTPIDL")
        if usesPages { writer.line("\(imports.runtime) AbstractHTTPPagination") }
        if usesStreams { writer.line("\(imports.runtime) AbstractHTTPStreams") }
        if let word = imports.foundation { writer.line("\(word) Foundation") }
        for declaration in declarations {
            writer.line()
            declaration(&writer)
        }
        return GeneratedFile(name: document.file.baseName + options.fileNameSuffix, text: writer.text)
    }

    /// The import keywords of the modules. A module that no public declaration uses is not imported publicly, to avoid
    /// a warning.
    private func imports(isEmpty: Bool) -> (runtime: String, foundation: String?) {
        let word = options.access == .public && !isEmpty ? "public import" : "import"
        let others = Set(swiftTypes.flatMap(\.withinIt).compactMap(\.directName).filter { !program.declares($0) })
        if usesDate || others.contains(where: { Self.foundationTypes.contains($0) || $0.hasPrefix("Foundation.") }) {
            return (word, word)
        }
        return (word, others.isEmpty ? nil : "import")
    }

    private typealias Declaration = (inout SwiftWriter) -> Void

    /// The declarations in the order of the file.
    private var declarations: [Declaration] {
        let generator = TypeGenerator(
            types: SwiftTypes(
                types: program.typeNames.union(
                    ClientPlan(program, options)?.typeNames(program, isStrict: options.isStrict) ?? []),
                fields: document.fieldNames), options: options,
            program: program)
        var found: [(Int, Declaration)] = []
        for structure in document.structures {
            found.append((structure.name.range.lowerBound, { generator.structure(structure, to: &$0) }))
        }
        for enumeration in document.enumerations {
            found.append((enumeration.name.range.lowerBound, { generator.enumeration(enumeration, to: &$0) }))
        }
        for union in document.unions {
            found.append((union.name.range.lowerBound, { generator.union(union, to: &$0) }))
        }
        for message in document.messages {
            let path = document.file.text(message.path.range)
            for (index, endpoint) in message.endpoints.map({ $0.inheriting(from: program.client) }).enumerated() {
                found.append((message.range.lowerBound + index, { generator.endpoint(endpoint, path: path, to: &$0) }))
            }
        }
        return found.sorted { $0.0 < $1.0 }.map(\.1) + clientDeclarations(generator)
    }

    /// The part of the client that is in this file.
    private func clientDeclarations(_ generator: TypeGenerator) -> [Declaration] {
        guard let plan = ClientPlan(program, options) else { return [] }
        var found: [Declaration] = []
        if plan.home == document.file.path { found.append { generator.client(plan, to: &$0) } }
        if let failing = document.clients.first?.failingEndpoint, failing.sharedFailureType == nil {
            found.append {
                generator.answers(failing, .failure, failing.failures, "A failure of any operation.", to: &$0)
            }
        }
        guard !document.messages.isEmpty else { return found }
        found.append { generator.functions(of: document, plan, to: &$0) }
        let endpoints = document.messages.flatMap(\.endpoints)
        for endpoint in endpoints where endpoint.hasOptions(isStrict: options.isStrict) {
            found.append { generator.options(of: endpoint, to: &$0) }
        }
        return found
    }

    private var usesPages: Bool { document.messages.contains { $0.operations.contains { $0.pages != nil } } }

    private var usesStreams: Bool { document.types.contains { $0.streamed != nil } }

    private var usesDate: Bool {
        swiftTypes.contains { $0.holds(.date) }
    }

    /// The types that the Swift of the file uses.
    private var swiftTypes: [TypeReference] {
        var types = document.bodies.flatMap(\.types)
        for union in document.unions { types += union.cases.map(\.type) }
        let shared = program.client?.failingEndpoint?.sharedFailureType
        if shared == nil { types += document.clients.flatMap { $0.failures.flatMap(\.body.types) } }
        if let shared, document.messages.contains(where: { $0.endpoints.contains { !$0.hasOwnFailures } }) {
            types.append(shared)
        }
        return types
    }

    /// Types of Foundation that fields may have.
    static let foundationTypes: Set<String> = [
        "Calendar", "Data", "Date", "DateComponents", "DateInterval", "Decimal", "IndexPath", "IndexSet", "Locale",
        "DECIMAL", "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "UUID",
    ]
}

extension Document {
    /// Names that have another meaning within the types of the file.
    fileprivate var fieldNames: [String] {
        return bodies.flatMap { $0.fields.map(\.name.text) } + messages.flatMap { $0.path.parameters.map(\.text) }
    }

    /// The types of all fields.
    var types: [TypeReference] {
        var types = bodies.flatMap(\.types)
        for union in unions { types += union.cases.map(\.type) }
        for client in clients { types += client.failures.flatMap(\.body.types) }
        return types
    }
}
