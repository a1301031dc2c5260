import HTTPIDLCompiler

/// Imports an operation of a document.
struct OperationImporter {
    let source: OperationSource
    let schemas: SchemaImporter
    let client: ClientImporter
    var document: OpenAPIDocument { schemas.document }
    var entries: EntryList { schemas.entries }
    var typeName: String { source.name.capitalizedFirst }

    init(_ source: OperationSource, _ schemas: SchemaImporter, _ client: ClientImporter) {
        (self.source, self.schemas, self.client) = (source, schemas, client)
    }

    /// The operation, and a second one if the body can also be a form, or the response can also be a stream.
    func operations() throws(ImportError) -> [IDLOperation] {
        client.checkServers(of: source)
        if let callbacks = source.element["callbacks"] {
            entries.add(callbacks, "callbacks are left out, because the server sends them")
        }
        let contents = try bodyContents()
        let streams = try streamedAnswers()
        var operations = [try operation(contents.first, of: contents, named: source.name)]
        if contents.first?.kind == .json, let form = contents.first(where: { $0.kind == .multipart }) {
            operations.append(try operation(form, of: contents, named: source.multipartName))
        }
        if streams {
            operations.append(
                try operation(contents.first, of: contents, named: source.streamName, streams: true))
        }
        return operations
    }

    private func operation(
        _ content: MediaContent?, of contents: [MediaContent], named name: String, streams: Bool = false
    ) throws(ImportError) -> IDLOperation {
        let template = PathTemplate(source.path)
        var scope = NameScope(Reserved.request.union(["body"]))
        var expressions: [String: String] = [:]
        let parameters = try parameters(template, &scope, &expressions)
        var operation = IDLOperation(path: template.text(expressions), method: source.method, name: name)
        operation.request = try request(content, &scope)
        operation.request.fields = parameters + operation.request.fields
        operation.comment = try comment(content, of: contents, named: name)
        operation.isDeprecated = source.element["deprecated"]?.boolean == true
        operation.needs = client.needs(of: source.element)
        operation.answers = try answers(streams: streams)
        return operation
    }

    /// The comment: the description, and the media types and statuses that the operation does not declare.
    private func comment(
        _ content: MediaContent?, of contents: [MediaContent], named name: String
    ) throws(ImportError) -> String {
        let summary = source.element["summary"]?.text ?? ""
        var notes = [summary.repeats(name) ? "" : summary, source.element["description"]?.text ?? ""]
        let others = contents.map(\.type).filter { $0 != content?.type }
        if !others.isEmpty { notes.append("The body can also be \(Set(others).sorted().joined(separator: ", ")).") }
        for (status, reference) in source.element["responses"]?.members ?? [] {
            let response = try document.resolved(reference)
            let types = response.mediaContents.map(\.type)
            if types.isEmpty, !status.hasPrefix("2") {
                notes.append("\(status): \(response["description"]?.text ?? "")")
            } else if Set(types).count > 1 {
                notes.append("\(status) can also be \(Set(types.dropFirst()).sorted().joined(separator: ", ")).")
            }
            if let links = response["links"]?.members, !links.isEmpty {
                notes.append("Links: \(links.map(\.key).joined(separator: ", ")).")
            }
        }
        return notes.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func bodyContents() throws(ImportError) -> [MediaContent] {
        guard let place = source.element["requestBody"] else { return [] }
        let contents = try document.resolved(place).mediaContents
        if contents.isEmpty, let content = try document.resolved(place)["content"],
            content.node.members?.isEmpty == false
        {
            entries.add(content, "none of these is a media type; the body is left out")
        }
        if let first = contents.first, [.xml, .lines, .events].contains(first.kind) {
            entries.add(first.element, "a body in \(first.type) cannot have fields; the request sends a file")
        }
        return contents
    }

    /// Whether a successful response can be a stream or a single value.
    private func streamedAnswers() throws(ImportError) -> Bool {
        for (status, response) in source.element["responses"]?.members ?? [] where status.hasPrefix("2") {
            let kinds = try document.resolved(response).mediaContents.map(\.kind)
            if kinds.contains(.json), kinds.contains(.events) || kinds.contains(.lines) { return true }
        }
        return false
    }
}
