/// Imports the selected operations of a document.
final class APIImporter {
    let document: OpenAPIDocument
    let entries: EntryList
    let schemas: SchemaImporter
    private let selection: OpenAPIImporter.Selection
    private let settings: ImportSettings
    private let operations: [OperationSource]
    private let client: ClientImporter

    init(
        _ document: OpenAPIDocument, _ selection: OpenAPIImporter.Selection, _ settings: ImportSettings,
        _ entries: EntryList
    ) throws(ImportError) {
        (self.document, self.selection, self.settings, self.entries) = (document, selection, settings, entries)
        operations = try document.operations(settings)
        try settings.check(document, operations)
        client = try ClientImporter(document, named: settings.client, entries)
        var (sent, received) = (UsedComponents(document), UsedComponents(document))
        for operation in operations {
            for place in [
                operation.element["requestBody"], operation.element["parameters"], operation.item["parameters"],
            ] {
                if let place { try sent.add(place) }
            }
            if let responses = operation.element["responses"] { try received.add(responses) }
        }
        let name = client.client.name
        let groups = operations.map { name + $0.file.typeName }
        schemas = SchemaImporter(
            document, entries, settings, reserving: Set(operations.flatMap(\.typeNames) + [name] + groups),
            sent: sent.pointers, received: received.pointers)
    }

    func files() throws(ImportError) -> [ImportedFile] {
        try checkSelection()
        var groups: [String: [IDLOperation]] = [:]
        for source in operations where try isSelected(source) {
            guard !source.path.contains("//") else {
                entries.add(source.element, "a path cannot have an empty segment; the operation is left out")
                continue
            }
            let file = source.file
            schemas.file = file
            entries.operation = source.name
            groups[file, default: []] += try OperationImporter(source, schemas, client).operations()
            entries.operation = nil
        }
        try schemas.finish()
        if let webhooks = document.root["webhooks"] {
            entries.add(webhooks, "webhooks are left out, because the server sends them")
        }
        guard !groups.isEmpty else {
            throw document.error(
                document.root["paths"] ?? document.root, "no operation is selected; check the selection")
        }
        let writer = IDLWriter()
        var files = groups.map { file, operations in
            ImportedFile(
                name: "\(file).http",
                marking: writer.text(operations: operations, declarations: schemas.declarations[file] ?? []))
        }
        let shared = schemas.sharedDeclarations
        if !shared.isEmpty {
            files.append(ImportedFile(name: "models.http", marking: writer.text(operations: [], declarations: shared)))
        }
        files.append(ImportedFile(name: "client.http", marking: writer.text(client: client.client)))
        return files.sorted { $0.name < $1.name }
    }

    /// Throws an error if a part of the selection selects nothing.
    private func checkSelection() throws(ImportError) {
        let place = document.root["paths"] ?? document.root
        for path in selection.paths where !operations.contains(where: { path.selects($0.path) }) {
            throw document.error(place, "no operation has the path \(path.debugDescription); check the selection")
        }
        let tags = Set(operations.flatMap { $0.element["tags"]?.texts ?? [] })
        for tag in selection.tags where !tags.contains(tag) {
            throw document.error(place, "no operation has the tag \(tag.debugDescription); check the selection")
        }
        let identifiers = Set(operations.compactMap { $0.element["operationId"]?.text })
        for identifier in selection.operations where !identifiers.contains(identifier) {
            throw document.error(
                place, "no operation has the operationId \(identifier.debugDescription); check the selection")
        }
    }

    private func isSelected(_ source: OperationSource) throws(ImportError) -> Bool {
        guard !settings.omits(source) else { return false }
        guard !selection.paths.isEmpty || !selection.tags.isEmpty || !selection.operations.isEmpty else { return true }
        return selection.paths.contains { $0.selects(source.path) }
            || !Set(selection.tags).isDisjoint(with: source.element["tags"]?.texts ?? [])
            || source.element["operationId"]?.text.map(selection.operations.contains) == true
    }
}

/// An operation of a document.
struct OperationSource {
    let path: String
    let method: String
    let name: String
    /// The names of the second operation, if a body can also be a form or a response can also be a stream.
    var multipartName = "", streamName = ""
    let element: Element
    /// The path item around it.
    let item: Element

    /// The name of its file: the first tag or, if it has no tag, the first segment of the path.
    var file: String {
        let tag = element["tags"]?.texts.first?.fileName ?? ""
        let part = path.split(separator: "/").first { !$0.hasPrefix("{") }.map { String($0).fileName } ?? ""
        let name = [tag, part, "operations"].first { !$0.isEmpty } ?? "operations"
        return ["client", "models"].contains(name) ? "\(name)-operations" : name
    }

    /// The names of the types that `httpidl` generates for it.
    var typeNames: [String] {
        let parts = ["Request", "Response", "ResponseBody", "Failure", "FailureBody", "Options"]
        let statuses = (element["responses"]?.members ?? []).map(\.key)
        let suffixes = parts + statuses.flatMap { ["Response\($0)", "Failure\($0)"] }
        return [name, multipartName, streamName].flatMap { name in suffixes.map { name.capitalizedFirst + $0 } }
    }
}

extension OpenAPIDocument {
    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    /// The operations in the order of the document, with unique names.
    fileprivate func operations(_ settings: ImportSettings) throws(ImportError) -> [OperationSource] {
        guard let paths = root["paths"] else { return [] }
        // No function of a client can have this name.
        var scope = NameScope(["api"])
        var operations: [OperationSource] = []
        for (path, reference) in paths.members where path.hasPrefix("/") {
            let item = try resolved(reference)
            for (method, element) in item.members where Self.methods.contains(method) && element.isObject {
                let key = element["operationId"]?.text ?? ""
                let identifier = settings.names[key] ?? key.memberName
                let isName = !identifier.isEmpty && !identifier.hasPrefix("_")
                let name = scope.unique(isName ? identifier : "\(method) \(path)".memberName)
                operations.append(
                    OperationSource(path: path, method: method.uppercased(), name: name, element: element, item: item))
            }
        }
        for index in operations.indices {
            operations[index].multipartName = scope.unique(operations[index].name + "Multipart")
            operations[index].streamName = scope.unique(operations[index].name + "Stream")
        }
        return operations
    }
}

/// The components that something refers to, directly or through other components.
private struct UsedComponents {
    let document: OpenAPIDocument
    var pointers: Set<String> = []

    init(_ document: OpenAPIDocument) { self.document = document }

    mutating func add(_ element: Element) throws(ImportError) {
        var left = [element]
        while let element = left.popLast() {
            if let reference = element["$ref"]?.text {
                let target = try document.target(of: reference, at: element)
                if pointers.insert(target.pointer).inserted { left.append(target) }
            }
            for (key, value) in element.members where !["example", "examples", "default", "enum"].contains(key) {
                left.append(value)
            }
            left += element.elements
        }
    }
}
