extension Program {
    /// Checks the parsed files and collects errors and warnings.
    mutating func check(_ options: IDLCompiler.Options) {
        checkFileNames(options)
        checkTypeNames()
        recursiveStructures = structuresWithin(directly: { $0.types.compactMap(\.directName) })
        hashableStructures = structuresOfKnownTypes()
        misspelledTypes = findMisspelledTypes()
        for document in allDocuments {
            var checker = DocumentChecker(file: document.file, program: self, isStrict: options.isStrict)
            checker.check(document)
            diagnostics += checker.diagnostics.all.filter { $0.severity == .error }
            warnings += checker.diagnostics.all.filter { $0.severity != .error }
            warnings += document.warnings(in: self)
        }
        checkEndlessStructures(options)
    }

    /// Reports file names that a module cannot have: duplicates, and `main.swift`, which is the start of a program.
    private mutating func checkFileNames(_ options: IDLCompiler.Options) {
        var paths: [String: String] = [:]
        for document in documents where document.startOfEditorRequests == nil {
            let file = document.file
            let name = file.baseName + options.fileNameSuffix
            if name == "main.swift" {
                let message =
                    "this file would become main.swift, which Swift treats as the start of a program; rename the file"
                diagnostics.append(Diagnostic(message, at: 0..<0, in: file))
            }
            if let other = paths.updateValue(file.path, forKey: name) {
                let message = "this file and \(other) would both become \(name); rename one of them"
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

    /// Reports structures that have no finite value, because each has to contain another one of its kind. Also reports
    /// structures whose whole content is one of their kind, because reading them never ends.
    private mutating func checkEndlessStructures(_ options: IDLCompiler.Options) {
        let wholes = structuresWithin { body in
            if case .whole(let type) = body { type.directName.map { [$0] } ?? [] } else { [] }
        }
        let required = structuresWithin { body in
            options.isStrict ? body.types.filter { !$0.isOptional }.compactMap(\.directName) : []
        }
        for document in allDocuments {
            for structure in document.structures {
                let name = structure.name.text
                guard wholes.contains(name) || required.contains(name) else { continue }
                let message =
                    wholes.contains(name)
                    ? "the body of `\(name)` is `\(name)` again, without end; give it a name, so that it is a field"
                    : "`\(name)` contains itself without end; write a `?` after the type of one of the fields"
                diagnostics.append(Diagnostic(message, at: structure.name.range, in: document.file))
            }
        }
    }

    /// The structures that contain no undeclared type, neither directly nor in another structure.
    private func structuresOfKnownTypes() -> Set<String> {
        let names = structures.mapValues { Set($0.body.types.flatMap(\.withinIt).compactMap(\.directName)) }
        var holders: [String: [String]] = [:]
        for (name, held) in names { for other in held { holders[other, default: []].append(name) } }
        // A field named `hashValue` would be used as the hash.
        var others = Set(structures.filter { $0.value.body.fields.contains { $0.name.text == "hashValue" } }.keys)
        var open = holders.keys.filter { structures[$0] == nil && enumerations[$0] == nil } + others
        while let name = open.popLast() {
            for holder in holders[name] ?? [] where others.insert(holder).inserted { open.append(holder) }
        }
        return Set(structures.keys).subtracting(others)
    }

    /// The structures on a cycle of structures that contain one another, or between two cycles.
    private func structuresWithin(directly names: (Body) -> [String]) -> Set<String> {
        let targets = structures.mapValues { structure in
            Set(names(structure.body)).filter { structures[$0] != nil }
        }
        var sources: [String: Set<String>] = [:]
        for (name, held) in targets { for other in held { sources[other, default: []].insert(name) } }
        // Repeatedly remove structures that contain no other one, or that no other one contains: they are on no cycle.
        let inner = Self.peeled(Set(targets.keys), ends: { targets[$0] ?? [] }, sources: { sources[$0] ?? [] })
        return Self.peeled(inner, ends: { sources[$0] ?? [] }, sources: { targets[$0] ?? [] })
    }

    /// Returns the names that remain after repeatedly removing those without ends among the remaining names.
    private static func peeled(
        _ names: Set<String>, ends: (String) -> Set<String>, sources: (String) -> Set<String>
    ) -> Set<String> {
        var counts = Dictionary(uniqueKeysWithValues: names.map { ($0, ends($0).intersection(names).count) })
        var loose = counts.filter { $0.value == 0 }.map(\.key)
        while let name = loose.popLast() {
            counts[name] = nil
            for source in sources(name) {
                guard let count = counts[source] else { continue }
                counts[source] = count - 1
                if count == 1 { loose.append(source) }
            }
        }
        return Set(counts.keys)
    }
}

extension Document {
    /// The Swift types that are generated, and where each is declared, from top to bottom.
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
    /// The name of the type if it is a named type itself, rather than an array or a dictionary of one.
    var directName: String? { if case .named(let name) = kind { name } else { nil } }

    /// The type, and all types within it.
    var withinIt: [TypeReference] {
        switch kind {
        case .builtin, .named: [self]
        case .array(let element), .stream(_, let element): [self] + element.withinIt
        case .dictionary(let key, let value): [self] + key.withinIt + value.withinIt
        }
    }
}
