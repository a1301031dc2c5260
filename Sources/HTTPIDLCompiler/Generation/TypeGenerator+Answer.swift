extension TypeGenerator {
    /// Generates the types of the responses or of the failures of an endpoint.
    func answers(
        _ endpoint: Endpoint, _ kind: Operation.Kind, _ parts: [Operation], _ summary: String,
        to writer: inout SwiftWriter
    ) {
        let name = kind == .response ? endpoint.responseName : endpoint.failureName
        let documentation = parts.count == 1 ? parts[0].attributes.documentation : []
        writer.documentation(joined(documentation, [summary]))
        deprecation(endpoint.deprecation, to: &writer)
        guard parts.count > 1 else {
            return answer(name, parts.first?.body ?? Body(), kind, to: &writer)
        }
        let body = endpoint.bodyName(kind)
        alternatives(name, body, kind, parts, to: &writer)
        writer.line()
        writer.documentation(["The content of ``\(name)`` by the status."])
        deprecation(endpoint.deprecation, to: &writer)
        cases(body, endpoint, parts, to: &writer)
        for part in parts {
            guard let partName = endpoint.partName(part) else { continue }
            writer.line()
            let statuses = part.statuses.map(\.status.text).joined(separator: ", ")
            let summary = statuses.isEmpty ? "Any other status." : "The status \(statuses)."
            writer.documentation(joined(part.attributes.documentation, [summary]))
            deprecation(endpoint.deprecation, to: &writer)
            answer(partName, part.body, kind, to: &writer)
        }
    }

    /// Generates the structure of a response.
    private func answer(_ name: String, _ body: Body, _ kind: Operation.Kind, to writer: inout SwiftWriter) {
        let proto = types.runtime(body.stream == nil ? "GeneratedResponse" : "StreamedResponse")
        writer.block("\(access)nonisolated struct \(name): \(proto)") { writer in
            if let type = body.whole, type.streamed != nil {
                members(ofStream: type, properties(of: body), to: &writer)
            } else {
                members(of: body, kind, to: &writer)
            }
        }
    }

    /// The parameter of an initializer for the raw response. A failure has no usual status.
    private func rawParameter(_ kind: Operation.Kind) -> String {
        let raw = types.runtime("HTTPResponse")
        return "rawResponse: \(raw)" + (kind == .failure ? "" : " = \(raw)(statusCode: 200)")
    }

    private func members(
        ofStream type: TypeReference, _ codes: [PropertyCode], to writer: inout SwiftWriter
    ) {
        let (raw, stream) = (types.runtime("HTTPResponse"), types.runtime("ResponseStream"))
        let canThrow = if case .stream(.events, _) = type.kind { true } else { false }
        let type = types.name(of: type)
        let headers = codes.filter { $0.place == .header }
        writer.documentation(["The values, as they arrive."])
        writer.line("\(access)let body: \(type)")
        for code in headers { property(code, isConstant: true, to: &writer) }
        writer.documentation(["Status and header fields, without a body."])
        writer.line("\(access)let rawResponse: \(raw)")
        keys(headers, to: &writer)
        writer.line()
        if options.isStrict {
            writer.line("\(access)static let isStrict = true")
            writer.line()
        }
        writer.block("\(access)init(_ stream: \(stream)) throws") { writer in
            writer.line("self.body = \(canThrow ? "try " : "")\(type)(stream)")
            writer.line("\(headers.isEmpty ? "self.rawResponse" : "let rawResponse") = \(raw)(headOf: stream)")
            guard !headers.isEmpty else { return }
            writer.line("self.rawResponse = rawResponse")
            writer.line("let reader = \(types.runtime("ContentReader"))(nil, isStrict: \(options.isStrict))")
            readings(headers, to: &writer)
        }
    }

    private func members(of body: Body, _ kind: Operation.Kind, to writer: inout SwiftWriter) {
        let raw = types.runtime("HTTPResponse")
        let codes = properties(of: body)
        for code in codes { property(code, isConstant: true, to: &writer) }
        writer.documentation(["The raw response."])
        writer.line("\(access)let rawResponse: \(raw)")
        keys(codes, to: &writer)
        let content = body.contentKind
        if content != "fields" || options.isStrict { writer.line() }
        if content != "fields" {
            writer.line("\(access)static let contentKind = \(types.runtime("ResponseContentKind")).\(content)")
        }
        if options.isStrict { writer.line("\(access)static let isStrict = true") }
        writer.line()
        let members = codes.filter { !$0.isConstant }.map(\.parameter) + [rawParameter(kind)]
        writer.function("\(access)init", members, "") { writer in
            assignments(codes, to: &writer)
            writer.line("self.rawResponse = rawResponse")
        }
        writer.line()
        readingInitializer(to: &writer) { readings(codes, to: &$0) }
    }

    private func readingInitializer(to writer: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void) {
        let raw = types.runtime("HTTPResponse")
        let parameters = ["reading reader: \(types.runtime("ContentReader"))", "rawResponse: \(raw)"]
        writer.function("\(access)init", parameters, " throws") { writer in
            writer.line("self.rawResponse = rawResponse")
            body(&writer)
        }
    }
}

extension TypeGenerator {
    /// Generates the structure of a response that can have several kinds of content.
    private func alternatives(
        _ name: String, _ body: String, _ kind: Operation.Kind, _ parts: [Operation], to writer: inout SwiftWriter
    ) {
        let raw = types.runtime("HTTPResponse")
        writer.block("\(access)nonisolated struct \(name): \(types.runtime("GeneratedResponse"))") { writer in
            writer.documentation(["The content by the status."])
            writer.line("\(access)let body: \(body)")
            writer.documentation(["The raw response."])
            writer.line("\(access)let rawResponse: \(raw)")
            writer.line()
            if options.isStrict { writer.line("\(access)static let isStrict = true") }
            contentKinds(of: parts, to: &writer)
            writer.line()
            writer.function("\(access)init", ["body: \(body)", rawParameter(kind)], "") {
                $0.line("self.body = body")
                $0.line("self.rawResponse = rawResponse")
            }
            writer.line()
            readingInitializer(to: &writer) {
                $0.line("self.body = try \(body)(reading: reader, rawResponse: rawResponse)")
            }
        }
    }

    private func contentKinds(of parts: [Operation], to writer: inout SwiftWriter) {
        let kind = types.runtime("ResponseContentKind")
        guard parts.contains(where: { $0.body.contentKind != "value" }) else {
            return writer.line("\(access)static let contentKind = \(kind).value")
        }
        writer.block("\(access)static func contentKind(ofStatus status: \(types.swift("Int"))) -> \(kind)") { writer in
            byStatus("status", parts, { part, _ in ".\(part.body.contentKind)" }, ".value", to: &writer)
        }
    }

    /// Generates the type with a case for each status.
    private func cases(
        _ name: String, _ endpoint: Endpoint, _ parts: [Operation], to writer: inout SwiftWriter
    ) {
        writer.block("\(access)nonisolated enum \(name): \(types.swift("Sendable"))") { writer in
            for part in parts {
                for status in part.statuses.map(\.status) {
                    writer.documentation(["The status \(status.text)."])
                    writer.line(caseCode("status" + status.text, part, endpoint))
                }
                guard part.statuses.isEmpty else { continue }
                writer.documentation(["Any other status."])
                writer.line(caseCode("other", part, endpoint))
            }
            if parts.allSatisfy({ !$0.statuses.isEmpty }) {
                writer.documentation(["The content of any other status."])
                writer.line("case other(\(types.runtime("HTTPContent")))")
            }
            writer.line()
            let parameters =
                "reading reader: \(types.runtime("ContentReader")), rawResponse: \(types.runtime("HTTPResponse"))"
            writer.block("\(access)init(\(parameters)) throws") { writer in
                byStatus(
                    "rawResponse.statusCode", parts, { "self = \(value(of: $0, $1, endpoint))" },
                    "self = .other(reader.content ?? .null)", to: &writer)
            }
        }
    }

    private func caseCode(_ name: String, _ part: Operation, _ endpoint: Endpoint) -> String {
        if let structure = endpoint.partName(part) { return "indirect case \(name)(\(structure))" }
        guard let type = part.body.whole else { return "case \(name)" }
        return caseCode(name, type)
    }

    /// The case of a status, which is read from the response.
    private func value(of part: Operation, _ status: Status?, _ endpoint: Endpoint) -> String {
        let name = status.map { "status" + $0.text } ?? "other"
        if let structure = endpoint.partName(part) {
            return ".\(name)(try \(structure)(reading: reader, rawResponse: rawResponse))"
        }
        guard let type = part.body.whole else { return ".\(name)" }
        return ".\(name)(try reader.\(type.isOptional ? "optional" : "required")())"
    }

    /// Writes a switch over the statuses. Single statuses come before classes.
    private func byStatus(
        _ value: String, _ parts: [Operation], _ code: (Operation, Status?) -> String, _ other: String,
        to writer: inout SwiftWriter
    ) {
        var rows = parts.flatMap { part in part.statuses.map { (status: $0.status, part: part) } }
        rows =
            rows.filter { if case .code = $0.status { true } else { false } }
            + rows.filter { if case .group = $0.status { true } else { false } }
        writer.line("switch \(value) {")
        for row in rows { writer.line("case \(row.status.pattern): \(code(row.part, row.status))") }
        let rest = parts.first { $0.statuses.isEmpty }
        writer.line("default: \(rest.map { code($0, nil) } ?? other)")
        writer.line("}")
    }
}

extension Body {
    /// The kind of the content.
    fileprivate var contentKind: String {
        guard let whole else { return fields.contains { $0.place == nil } ? "fields" : "none" }
        if whole.isBuiltin(.blob) { return "bytes" }
        return whole.isBuiltin(.string) ? "text" : "value"
    }
}
