/// The client of a run: where it is declared, and how its operations are grouped.
struct ClientPlan {
    let name: String
    /// The declaration, or nil if only the settings ask for a client.
    let declaration: Client?
    /// The path of the file that declares the client in its Swift.
    let home: String
    /// The names of the groups, by the path of the file. The operations of the home of a declaration have no group.
    let groups: [String: String]
}

extension ClientPlan {
    /// More optional inputs than this are a structure of their own.
    static let mostInputs = 8

    init?(_ program: Program, _ options: IDLCompiler.Options) {
        let documents = program.documents.filter { $0.startOfEditorRequests == nil }
        // The client of a file that is only imported is generated elsewhere.
        let declaring = documents.first { !$0.clients.isEmpty }
        guard let name = options.clientName ?? declaring?.clients.first?.name.text else { return nil }
        guard let home = declaring ?? documents.min(by: { $0.file.path < $1.file.path }) else { return nil }
        self.name = name
        self.home = home.file.path
        declaration = declaring?.clients.first
        let grouped = documents.filter { $0.file.path != declaring?.file.path && !$0.messages.isEmpty }
        groups = Dictionary(grouped.map { ($0.file.path, $0.file.groupName) }) { first, _ in first }
    }

    /// The types of the client besides those of the files.
    func typeNames(_ program: Program, isStrict: Bool) -> Set<String> {
        let endpoints = program.documents.flatMap { $0.messages.flatMap(\.endpoints) }
        let options = endpoints.filter { $0.hasOptions(isStrict: isStrict) }.map(\.optionsName)
        return Set([name] + groups.values.map(typeName) + options)
    }

    /// The type of a group.
    func typeName(of group: String) -> String { name + group.prefix(1).uppercased() + group.dropFirst() }
}

extension Endpoint {
    /// The name of the function of a client.
    var functionName: String { name.lowerCamelCase }
    /// The name of the structure of its optional inputs.
    var optionsName: String { name + "Options" }

    /// The fields that a function of a client can set. A deprecated one is left to the request.
    var inputs: [Field] {
        request?.body.fields.filter { $0.place != .path && !$0.isConstant && $0.attributes.deprecation == nil } ?? []
    }

    /// The fields that can be missing.
    func optionalInputs(isStrict: Bool) -> [Field] {
        inputs.filter { field in
            if case .nullable = field.type.kind { return true }
            return !isStrict || field.type.isOptional || field.value != nil
        }
    }

    /// The arguments of a function with duplicate names, or with the name of the request's type.
    var collidingArguments: [Name] {
        var names: Set<String> = [requestName]
        return (variableNames + inputs.map(\.name)).filter { !names.insert($0.text.parameterName).inserted }
    }

    /// Whether a function can set all that the request needs. It cannot use a deprecated field.
    func canBeFunction(isStrict: Bool) -> Bool {
        !isStrict
            || request?.body.fields.allSatisfy {
                $0.attributes.deprecation == nil || $0.type.isOptional || $0.value != nil
            } ?? true
    }

    /// Whether the optional inputs are a structure of their own.
    func hasOptions(isStrict: Bool) -> Bool { optionalInputs(isStrict: isStrict).count > ClientPlan.mostInputs }
}

extension SourceFile {
    /// `petStore` for `pet-store.http`
    fileprivate var groupName: String {
        let words = baseName.split { !$0.isLetter && !$0.isNumber }
        let name = words.map { String($0).keepingNameCharacters.upperCamelCase }.joined().lowerCamelCase
        guard let first = name.first else { return "operations" }
        return first.isNumber || Reserved.client.contains(name) ? "file" + name.upperCamelCase : name
    }
}

extension String {
    /// `listPets` for `ListPets`, and `urlOfPet` for `URLOfPet`.
    var lowerCamelCase: String {
        let capitals = prefix { $0.isUppercase }
        guard capitals.count > 1, capitals.endIndex < endIndex else {
            return capitals.count == count ? lowercased() : prefix(1).lowercased() + dropFirst()
        }
        return capitals.dropLast().lowercased() + self[index(before: capitals.endIndex)...]
    }
}
