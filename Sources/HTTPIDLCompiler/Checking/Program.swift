/// All files of a run and their declarations.
struct Program {
    /// The files for which Swift code is generated.
    let documents: [Document]
    /// The files that are only imported.
    private(set) var imported: [Document] = []
    /// The errors.
    var diagnostics: [Diagnostic] = []
    /// Warnings about text that may not be intended.
    var warnings: [Diagnostic] = []

    /// The declarations of the files. Of duplicates, the first one counts.
    private(set) var structures: [String: Structure] = [:]
    private(set) var enumerations: [String: Enumeration] = [:]
    private(set) var unions: [String: Union] = [:]
    /// The client that the files declare, or nil if there is none.
    private(set) var client: Client?
    /// The names of all Swift types that are generated.
    private(set) var typeNames: Set<String> = []
    /// The names of the structures, enumerations, and unions, in the order of their declarations.
    private(set) var declaredNames: [String] = []
    /// Names that are no types, with the types that were probably meant.
    var misspelledTypes: [String: String] = [:]
    /// Structures that contain themselves or one another without end.
    var recursiveStructures: Set<String> = []
    /// Structures that are stored behind a reference, because they are recursive or large.
    var boxedStructures: Set<String> = []
    /// Structures and unions whose values can be compared, because they contain no types of the user's own.
    var hashableTypes: Set<String> = []

    /// Types that can be sent.
    var sentTypes: Set<String> = []
    /// Types that are values of streams.
    var streamedTypes: Set<String> = []
    /// Types that are keys of dictionaries.
    var keyTypes: Set<String> = []

    init(_ files: [SourceFile]) {
        var documents: [Document] = []
        for file in files {
            let (document, diagnostics) = Parser.parse(file)
            documents.append(document)
            self.diagnostics += diagnostics
        }
        self.documents = documents
        for document in documents { register(document) }
    }

    var allDocuments: [Document] { documents + imported }
    var paths: [String] { allDocuments.map(\.file.path) }

    private mutating func register(_ document: Document) {
        typeNames.formUnion(document.typeNames.map(\.0))
        for structure in document.structures where structures[structure.name.text] == nil {
            structures[structure.name.text] = structure
            declaredNames.append(structure.name.text)
        }
        for enumeration in document.enumerations where enumerations[enumeration.name.text] == nil {
            enumerations[enumeration.name.text] = enumeration
            declaredNames.append(enumeration.name.text)
        }
        client = client ?? document.clients.first
        for union in document.unions where unions[union.name.text] == nil {
            unions[union.name.text] = union
            declaredNames.append(union.name.text)
        }
    }

    /// Whether an operation has a model of its failures.
    var hasFailures: Bool {
        allDocuments.contains { document in
            document.clients.contains { !$0.failures.isEmpty }
                || document.messages.contains { $0.operations.contains { $0.kind == .failure } }
        }
    }

    /// Whether a file declares a structure, an enumeration, or a union with this name.
    func declares(_ name: String) -> Bool {
        structures[name] != nil || enumerations[name] != nil || unions[name] != nil
    }

    /// Removes what the files contain from messages about files that are only imported. They can be any files of the
    /// machine, if the input comes from elsewhere.
    mutating func hideImportedContent() {
        let inputs = Set(documents.map(\.file.path))
        diagnostics = diagnostics.map { inputs.contains($0.path) ? $0 : $0.withoutContent }
        warnings = warnings.map { inputs.contains($0.path) ? $0 : $0.withoutContent }
    }

    /// Loads the files that are imported directly or indirectly.
    mutating func loadImports(_ load: (String) throws(Diagnostic) -> SourceFile?) {
        var known = Set(documents.map(\.file.identity))
        var open = documents[...]
        while let document = open.popFirst() {
            for item in document.imports {
                let path = item.path.resolved(against: document.file.path)
                guard !known.contains(path) else { continue }
                guard let file = loaded(path, item, in: document, load), known.insert(file.identity).inserted else {
                    continue
                }
                let (next, diagnostics) = Parser.parse(file)
                self.diagnostics += diagnostics
                imported.append(next)
                register(next)
                open.append(next)
            }
        }
    }

    /// Loads one file. If that fails, the error is reported where the file is imported.
    private mutating func loaded(
        _ path: String, _ item: Import, in document: Document, _ load: (String) throws(Diagnostic) -> SourceFile?
    ) -> SourceFile? {
        let problem: String
        do throws(Diagnostic) {
            if let file = try load(path) { return file }
            problem = "there is no file \(path.debugDescription); check the path"
        } catch {
            problem = "\(path.debugDescription) cannot be imported: \(error.message)"
        }
        diagnostics.append(Diagnostic(problem, at: item.range, in: document.file))
        return nil
    }
}

extension String {
    /// Resolves an imported path against the root, or against the folder of the importing file.
    fileprivate func resolved(against other: String) -> String {
        guard !hasPrefix("/"), let slash = other.lastIndex(of: "/") else { return normalizedPath }
        return (other[...slash] + self).normalizedPath
    }
}

extension StringProtocol {
    /// The path without `.`, and without each `..` that has a folder before it.
    var normalizedPath: String {
        var steps: [Substring] = []
        for step in Substring(self).split(separator: "/") where step != "." {
            if step == "..", let last = steps.last, last != ".." { steps.removeLast() } else { steps.append(step) }
        }
        return (hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
    }
}
