/// All files of a run, and what they declare.
struct Program {
    /// Those of which Swift is made.
    let documents: [Document]
    /// Those that were imported only.
    private(set) var imported: [Document] = []
    /// What is wrong.
    var diagnostics: [Diagnostic] = []
    /// What may not be meant.
    var warnings: [Diagnostic] = []

    /// What the files declare; of what is declared twice, the first.
    private(set) var structures: [String: Structure] = [:]
    private(set) var enumerations: [String: Enumeration] = [:]
    /// The names of all types that Swift has of them.
    private(set) var typeNames: Set<String> = []
    /// Structures that hold one another, or themselves, without end.
    var recursiveStructures: Set<String> = []
    /// Structures that hold nothing but what can be compared: no type of the user's own.
    var hashableStructures: Set<String> = []

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
        }
        for enumeration in document.enumerations where enumerations[enumeration.name.text] == nil {
            enumerations[enumeration.name.text] = enumeration
        }
    }

    /// Reads what the files import, and what that imports.
    mutating func loadImports(_ load: (String) throws(Diagnostic) -> SourceFile?) {
        var known = Set(documents.map(\.file.identity))
        var open = documents[...]
        while let document = open.popFirst() {
            for item in document.imports {
                let path = item.path.resolved(against: document.file.path)
                guard !known.contains(path) else { continue }
                do throws(Diagnostic) {
                    guard let file = try load(path) else {
                        throw Diagnostic("there is no file \(path.debugDescription)", at: item.range, in: document.file)
                    }
                    guard known.insert(file.identity).inserted else { continue }
                    let (next, diagnostics) = Parser.parse(file)
                    self.diagnostics += diagnostics
                    imported.append(next)
                    register(next)
                    open.append(next)
                } catch {
                    diagnostics.append(error)
                }
            }
        }
    }
}

extension String {
    /// The path of a file that another one names: from the root, or from the folder of that one.
    fileprivate func resolved(against other: String) -> String {
        guard !hasPrefix("/"), let slash = other.lastIndex(of: "/") else { return normalizedPath }
        return (other[...slash] + self).normalizedPath
    }
}

extension StringProtocol {
    /// The path without `.`, and without `..` where it has a folder before it.
    var normalizedPath: String {
        var steps: [Substring] = []
        for step in Substring(self).split(separator: "/") where step != "." {
            if step == "..", let last = steps.last, last != ".." { steps.removeLast() } else { steps.append(step) }
        }
        return (hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
    }
}
