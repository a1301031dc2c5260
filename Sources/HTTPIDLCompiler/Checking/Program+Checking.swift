extension Program {
    /// Checks the parsed files and collects errors and warnings.
    mutating func check(_ options: IDLCompiler.Options) {
        checkFileNames(options)
        checkTypeNames()
        checkClient(options)
        recursiveStructures = cycles(of: structures.mapValues { $0.body.types.compactMap(\.inlineName) })
        boxedStructures = Layout(self).boxed
        hashableTypes = typesOfKnownTypes()
        sentTypes = typesOfRequests()
        keyTypes = typesOfKeys()
        streamedTypes = Set(
            allDocuments.flatMap(\.types).compactMap(\.streamed).flatMap(\.element.withinIt).compactMap(\.directName))
        misspelledTypes = findMisspelledTypes()
        for document in allDocuments {
            var checker = DocumentChecker(file: document.file, program: self, isStrict: options.isStrict)
            checker.check(document)
            diagnostics += checker.diagnostics.all.filter { $0.severity == .error }
            warnings += checker.diagnostics.all.filter { $0.severity != .error }
            warnings += document.warnings(in: self)
        }
        checkEndlessTypes(options)
        warnAboutSimilarNames()
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

    /// Reports a second client, and names that a client cannot have.
    private mutating func checkClient(_ options: IDLCompiler.Options) {
        let declared = allDocuments.flatMap { document in document.clients.map { (document.file, $0) } }
        for (file, client) in declared.dropFirst() {
            let place = declared[0].0.place(of: declared[0].1.name.range.lowerBound)
            diagnostics.append(
                Diagnostic(
                    "there can be only one CLIENT; the first one is at \(place)", at: client.name.range, in: file))
        }
        guard let plan = ClientPlan(self, options) else { return }
        if Reserved.types.union(Reserved.modules).contains(plan.name) {
            let message = "`\(plan.name)` cannot be the name of the client, because it has another meaning in Swift"
            diagnostics.append(Diagnostic(message, at: 0..<0, in: documents[0].file))
        }
        if let (file, client) = declared.first, client.name.text != plan.name {
            let message = "the settings call the client `\(plan.name)`; use one name"
            diagnostics.append(Diagnostic(message, at: client.name.range, in: file))
        }
        checkMembers(of: plan, options)
    }

    /// Reports operations and groups whose names are taken.
    private mutating func checkMembers(of plan: ClientPlan, _ options: IDLCompiler.Options) {
        var members = Reserved.client
        var types = typeNames
        if plan.declaration == nil, !types.insert(plan.name).inserted {
            let message = "the type `\(plan.name)` is declared in a file; choose another name for the client"
            diagnostics.append(Diagnostic(message, at: 0..<0, in: documents[0].file))
        }
        for document in documents {
            func report(_ message: String, at range: Range<Int>) {
                diagnostics.append(Diagnostic(message, at: range, in: document.file))
            }
            let endpoints = document.messages.flatMap(\.endpoints)
            if let group = plan.groups[document.file.path],
                !members.insert(group).inserted || !types.insert(plan.typeName(of: group)).inserted
            {
                report(
                    "the client already has a member `\(group)`, which this file would become; rename the file",
                    at: 0..<0)
            }
            var functions: Set<String> = ["api"]
            for endpoint in endpoints {
                for name in endpoint.collidingArguments {
                    report("`\(name.text)` is another argument of the function, too; rename it", at: name.range)
                }
                let isTaken = plan.groups[document.file.path] == nil && members.contains(endpoint.functionName)
                if isTaken || !functions.insert(endpoint.functionName).inserted {
                    report(
                        "the client already has a member `\(endpoint.functionName)`; give the operation a name, like `\(endpoint.method.text)(find) REQUEST`",
                        at: endpoint.range)
                }
                if endpoint.hasOptions(isStrict: options.isStrict), !types.insert(endpoint.optionsName).inserted {
                    report(
                        "the type `\(endpoint.optionsName)` would be declared twice; choose another name",
                        at: endpoint.range)
                }
            }
        }
    }

    /// Reports structures that have no finite value, because each has to contain another one of its kind. Also reports
    /// types whose whole content is one of their kind, because reading them never ends.
    private mutating func checkEndlessTypes(_ options: IDLCompiler.Options) {
        let wholes = cycles(
            of: structures.mapValues { $0.body.whole?.directName.map { [$0] } ?? [] }
                .merging(unions.mapValues { $0.cases.compactMap(\.type.directName) }) { first, _ in first })
        let required =
            options.isStrict
            ? cycles(of: structures.mapValues { $0.body.types.filter { !$0.isOptional }.compactMap(\.directName) }) : []
        for document in allDocuments {
            for name in document.structures.map(\.name) + document.unions.map(\.name) {
                guard wholes.contains(name.text) || required.contains(name.text) else { continue }
                let message =
                    if unions[name.text] != nil {
                        "a case of `\(name.text)` is `\(name.text)` again, without end; remove it, or put it into a STRUCT"
                    } else if wholes.contains(name.text) {
                        "the body of `\(name.text)` is `\(name.text)` again, without end; give it a name, so that it is a field"
                    } else {
                        "`\(name.text)` contains itself without end; write a `?` after the type of one of the fields"
                    }
                diagnostics.append(Diagnostic(message, at: name.range, in: document.file))
            }
        }
    }

    /// Types of Foundation that the language names.
    private static let comparable: Set<String> = ["DECIMAL", "URL", "UUID"]

    /// The names of the types that each structure and each union contains.
    private var namesWithinTypes: [String: Set<String>] {
        let types = structures.mapValues { $0.body.types }
            .merging(unions.mapValues { $0.cases.map(\.type) }) { first, _ in first }
        return types.mapValues { Set($0.flatMap(\.withinIt).compactMap(\.directName)) }
    }

    /// The structures and unions that contain no undeclared type, neither directly nor in another one.
    private func typesOfKnownTypes() -> Set<String> {
        let names = namesWithinTypes
        var holders: [String: [String]] = [:]
        for (name, held) in names { for other in held { holders[other, default: []].append(name) } }
        // A field named `hashValue` would be used as the hash.
        var others = Set(structures.filter { $0.value.body.fields.contains { $0.name.text == "hashValue" } }.keys)
        var open = holders.keys.filter { !declares($0) && !Self.comparable.contains($0) } + others
        while let name = open.popLast() {
            for holder in holders[name] ?? [] where others.insert(holder).inserted { open.append(holder) }
        }
        return Set(names.keys).subtracting(others)
    }

    /// The types that a request contains. If no message uses a type, it may be meant for one elsewhere.
    private func typesOfRequests() -> Set<String> {
        let held = namesWithinTypes
        func reached(from names: [String]) -> Set<String> {
            var (open, found) = (names, Set<String>())
            while let name = open.popLast() {
                if found.insert(name).inserted, let names = held[name] { open += names }
            }
            return found
        }
        let operations = allDocuments.flatMap { $0.messages.flatMap(\.operations) + $0.clients.flatMap(\.failures) }
        func reached(where isIncluded: (Operation) -> Bool) -> Set<String> {
            let types = operations.filter(isIncluded).flatMap(\.body.types).flatMap(\.withinIt)
            return reached(from: types.compactMap(\.directName))
        }
        // To compare a constant with a received value, both are written.
        let constants = allDocuments.flatMap(\.bodies).flatMap(\.fields).filter(\.isConstant)
        let (sent, received) = (reached { $0.kind == .request }, reached { $0.kind != .request })
        return sent.union(reached(from: declaredNames.filter { !received.contains($0) }))
            .union(constants.compactMap(\.type.directName))
    }

    /// The enumerations that are the keys of dictionaries.
    private func typesOfKeys() -> Set<String> {
        let types = allDocuments.flatMap(\.types).flatMap(\.withinIt)
        return Set(types.compactMap { if case .dictionary(let key, _) = $0.kind { key.directName } else { nil } })
    }

    /// The types on a cycle of types that contain one another, or between two cycles.
    private func cycles(of names: [String: [String]]) -> Set<String> {
        let targets = names.mapValues { Set($0.filter { names[$0] != nil }) }
        var sources: [String: Set<String>] = [:]
        for (name, held) in targets { for other in held { sources[other, default: []].insert(name) } }
        // Repeatedly remove types that contain no other one, or that no other one contains: they are on no cycle.
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
            (structures.map(\.name) + enumerations.map(\.name) + unions.map(\.name)).map {
                ($0.text, $0.range)
            }
            + clients.flatMap(\.typeNames)
            + messages.flatMap { message in
                message.endpoints.flatMap(\.typeNames)
            }
        return names.sorted { $0.1.lowerBound < $1.1.lowerBound }
    }
}

extension Body {
    /// The types of its fields, and of the whole body.
    var types: [TypeReference] { (whole.map { [$0] } ?? []) + fields.map(\.type) }
}

extension TypeReference {
    /// The name of the type if it is a named type itself, rather than an array or a dictionary of one.
    var directName: String? { if case .named(let name) = kind { name } else { nil } }

    /// The name of the type that is stored inline.
    var inlineName: String? {
        switch kind {
        case .named(let name): name
        case .nullable(let value): value.inlineName
        case .builtin, .array, .dictionary, .stream: nil
        }
    }

    /// The type, and all types within it.
    var withinIt: [TypeReference] {
        switch kind {
        case .builtin, .named: [self]
        case .array(let element), .nullable(let element), .stream(_, let element): [self] + element.withinIt
        case .dictionary(let key, let value): [self] + key.withinIt + value.withinIt
        }
    }
}
