import HTTPIDLCompiler

extension OperationImporter {
    /// The responses and the failures.
    func answers(streams: Bool) throws(ImportError) -> [IDLOperation.Answer] {
        let all = source.element["responses"]?.members ?? []
        let responses = all.filter { $0.key == "default" || $0.key.isStatus }
        for response in all where !response.key.isStatus && response.key != "default" && !response.key.hasPrefix("x-") {
            entries.add(response.value, "\(response.key.debugDescription) is not a status; it is left out")
        }
        let successes = responses.filter { $0.key.hasPrefix("2") }
        let failures = responses.filter { $0.key.hasPrefix("4") || $0.key.hasPrefix("5") }
        let others = responses.filter { $0.key == "default" }
        let isOnly = successes.isEmpty
        let found = try (isOnly ? others : successes).map { (item) throws(ImportError) in
            (item.key, try body(item.value, "Response", item.key, streams: streams))
        }
        let failed = try (failures + others).map { (item) throws(ImportError) in
            (item.key, try body(item.value, "Failure", item.key, streams: false))
        }
        let isSilent = failed.allSatisfy { $0.1.isEmpty }
        return grouped(found, "RESPONSE") + (isSilent ? [] : grouped(failed, "FAILURE"))
    }

    /// Combines statuses with equal content.
    private func grouped(_ answers: [(status: String, body: IDLBody)], _ part: String) -> [IDLOperation.Answer] {
        var groups: [IDLOperation.Answer] = []
        for (status, body) in answers {
            if let index = groups.firstIndex(where: { $0.body == body }) {
                groups[index].statuses.append(status)
            } else {
                groups.append(IDLOperation.Answer(part: part, statuses: [status], body: body))
            }
        }
        for index in groups.indices where groups.count == 1 || groups[index].statuses.contains("default") {
            groups[index].statuses = []
        }
        return groups
    }

    private func body(
        _ reference: Element, _ part: String, _ status: String, streams: Bool
    ) throws(ImportError) -> IDLBody {
        let response = try document.resolved(reference)
        var body = IDLBody()
        var scope = NameScope(Reserved.response.union(["body"]))
        for (name, header) in response["headers"]?.members ?? [] where name.lowercased() != "content-type" {
            if let field = try headerField(name, document.resolved(header), part, &scope) { body.fields.append(field) }
        }
        guard source.method != "HEAD" else { return body }
        let contents = response.mediaContents
        let content =
            streams
            ? contents.first { $0.kind == .events || $0.kind == .lines } ?? contents.first : contents.first
        guard let content else { return body }
        // A response with one of these statuses has no body (RFC 9110, sections 15.3.5 and 15.3.6).
        guard status != "204", status != "205" else {
            if content.schema != nil {
                entries.add(content.element, "a response with the status \(status) has no body; this one is left out")
            }
            return body
        }
        body.whole = try type(of: content, part, status)
        // Without it, the server could choose another type.
        let hasOthers = Set(contents.map(\.type)).count > 1 && !content.type.contains("*")
        if part == "Response", hasOthers, content.kind != .events, content.kind != .lines {
            body.format = content.type.idlLiteral
        }
        return body
    }

    private func type(of content: MediaContent, _ part: String, _ status: String) throws(ImportError) -> IDLType {
        switch content.kind {
        case .json: return try model(content, part).element
        case .events: return .stream("STREAM", try model(content, part).element)
        case .lines: return .stream("LINES", try model(content, part).element)
        case .text: return .string
        case .bytes: return .builtin("BLOB")
        case .form, .multipart, .xml:
            entries.add(content.element, "a body in \(content.type) cannot have fields; it is read as bytes")
            return .builtin("BLOB")
        }
    }

    private func model(_ content: MediaContent, _ part: String) throws(ImportError) -> FieldType {
        guard let schema = content.schema else { return FieldType(.content) }
        let name = "\(typeName)\(part == "Response" ? "Result" : "Error")"
        return try schemas.type(of: schema, named: name, SchemaUse(isRequest: false, isResponse: true))
    }

    private func headerField(
        _ name: String, _ header: Element, _ part: String, _ scope: inout NameScope
    ) throws(ImportError) -> IDLField? {
        guard let wireName = name.idlWireName, name.isHTTPToken else {
            entries.add(header, "this is not the name of a header field; it is left out")
            return nil
        }
        var type = FieldType(.string)
        if let schema = header["schema"] {
            type = try schemas.type(of: schema, named: typeName + name.typeName, SchemaUse(isRequest: false))
        }
        if type.type.isObject(in: schemas) || type.type == .content { type = FieldType(.string) }
        return IDLField(
            place: .header, type: .optional(type.plainType ?? type.type), name: scope.unique(name.fieldName),
            wireName: wireName, comment: header["description"]?.text ?? "")
    }
}

extension String {
    /// Whether this is a status or a class of statuses.
    fileprivate var isStatus: Bool {
        let characters = Array(utf8)
        guard characters.count == 3, ("1"..."5").contains(String(prefix(1))) else { return false }
        return dropFirst() == "XX" || characters.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension IDLBody: Equatable {
    static func == (one: Self, other: Self) -> Bool {
        one.whole == other.whole && one.format == other.format
            && one.fields.map { "\($0.name) \($0.type)" } == other.fields.map { "\($0.name) \($0.type)" }
    }

    var isEmpty: Bool { whole == nil && fields.isEmpty }
}
