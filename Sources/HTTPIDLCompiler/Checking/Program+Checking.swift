extension Program {
    /// Finds what is wrong with what was read.
    mutating func check(_ options: IDLCompiler.Options) {
        checkFileNames()
        checkTypeNames()
        for document in allDocuments {
            var checker = DocumentChecker(file: document.file, program: self)
            checker.check(document)
            diagnostics += checker.diagnostics.all
        }
        recursiveStructures = structuresWithin(directly: { $0.directName })
        if options.isStrict { checkEndlessStructures() }
    }

    /// Two files of one name cannot be in one module.
    private mutating func checkFileNames() {
        var paths: [String: String] = [:]
        for document in documents {
            let file = document.file
            if let other = paths.updateValue(file.path, forKey: file.baseName) {
                let message =
                    "\(file.baseName).swift would be made of this file and of \(other); a module has one file of a name"
                diagnostics.append(Diagnostic(message, at: 0..<0, in: file))
            }
        }
    }

    private mutating func checkTypeNames() {
        var places: [String: (SourceFile, Range<Int>)] = [:]
        for document in allDocuments {
            for (name, range) in document.typeNames {
                guard let (file, first) = places[name] else {
                    places[name] = (document.file, range)
                    continue
                }
                let place = file.place(of: first.lowerBound)
                let message = "the type `\(name)` is declared twice; the first one is at \(place)"
                diagnostics.append(Diagnostic(message, at: range, in: document.file))
            }
        }
    }

    /// A structure that has to hold another one of its kind has no value that ends.
    private mutating func checkEndlessStructures() {
        let endless = structuresWithin { $0.isOptional ? nil : $0.directName }
        for document in allDocuments {
            for structure in document.structures where endless.contains(structure.name.text) {
                let message =
                    "`\(structure.name.text)` holds itself without end; a `?` behind the type of a field lets it end"
                diagnostics.append(Diagnostic(message, at: structure.name.range, in: document.file))
            }
        }
    }

    /// The structures on a cycle of fields, or between two cycles.
    private func structuresWithin(directly name: (TypeReference) -> String?) -> Set<String> {
        var targets = structures.mapValues { structure in
            Set(structure.body.types.compactMap(name)).filter { structures[$0] != nil }
        }
        // What holds nobody, or is held by nobody, is on no cycle.
        while true {
            let held = targets.values.reduce(into: Set<String>()) { $0.formUnion($1) }
            let loose = targets.filter { $0.value.isEmpty || !held.contains($0.key) }.map(\.key)
            guard !loose.isEmpty else { return Set(targets.keys) }
            for name in loose { targets[name] = nil }
            targets = targets.mapValues { $0.subtracting(loose) }
        }
    }
}

extension Document {
    /// The Swift types that it becomes, and where each is declared, from top to bottom.
    var typeNames: [(String, Range<Int>)] {
        let names =
            structures.map { ($0.name.text, $0.name.range) } + enumerations.map { ($0.name.text, $0.name.range) }
            + messages.flatMap { message in
                message.endpoints.flatMap { endpoint in
                    let range = endpoint.request?.range ?? endpoint.response?.range ?? message.range
                    return [(endpoint.requestName, range), (endpoint.responseName, range)]
                }
            }
        return names.sorted { $0.1.lowerBound < $1.1.lowerBound }
    }
}

extension Body {
    /// The types of its fields.
    var types: [TypeReference] {
        switch self {
        case .fields(let fields): fields.map(\.type)
        case .whole(let type): [type]
        }
    }
}

extension TypeReference {
    /// The name of a type of which it is a value itself, rather than in an array or a dictionary.
    var directName: String? { if case .named(let name) = kind { name } else { nil } }
}
