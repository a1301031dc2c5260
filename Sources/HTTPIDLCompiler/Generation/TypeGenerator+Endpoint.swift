extension TypeGenerator {
    /// Generates the class of a request and the structure of its response.
    func endpoint(_ endpoint: Endpoint, path: String, to writer: inout SwiftWriter) {
        let call = "\(endpoint.method.rawValue) \(path)".asCode
        let message = endpoint.message.attributes.documentation
        writer.documentation(joined(message, endpoint.request?.attributes.documentation ?? [], [call]))
        deprecation(endpoint.deprecation, to: &writer)
        let isPaged = endpoint.response?.pages != nil
        let request = types.runtime(isPaged ? "PagedRequest" : "GeneratedRequest")
        let response = types.runtime("GeneratedResponse")
        writer.block("\(access)nonisolated class \(endpoint.requestName): \(request)") { writer in
            members(of: endpoint, to: &writer)
        }
        writer.line()
        writer.documentation(joined(endpoint.response?.attributes.documentation ?? [], ["The response to \(call)."]))
        deprecation(endpoint.deprecation, to: &writer)
        let body = endpoint.response?.body ?? .fields([])
        let proto = body.stream == nil ? response : types.runtime("StreamedResponse")
        writer.block("\(access)nonisolated struct \(endpoint.responseName): \(proto)") { writer in
            if case .whole(let type) = body, type.streamed != nil {
                members(ofStream: type, to: &writer)
            } else {
                members(ofResponse: body, to: &writer)
            }
        }
    }

    /// Joins paragraphs with an empty line between them.
    private func joined(_ paragraphs: [String]...) -> [String] {
        Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private func members(of endpoint: Endpoint, to writer: inout SwiftWriter) {
        let path = endpoint.message.path
        let codes = properties(of: endpoint.request?.body ?? .fields([]))
        writer.line("\(access)typealias ResponseModel = \(endpoint.responseName)")
        writer.line("\(access)static let method = \(endpoint.method.rawValue.swiftLiteral)")
        writer.line()
        writer.documentation(["The configuration of this request. Default: a copy of the shared one."])
        writer.line("\(access)var configuration = \(types.runtime("BaseConfiguration")).shared")
        writer.documentation(["The client that sends the request."])
        writer.line("\(access)var client = \(types.runtime("BaseClient")).shared")
        properties(path.parameters, codes, to: &writer)
        keys(codes, to: &writer)
        for code in codes {
            guard let keyName = code.keyName else { continue }
            writer.line("\(access)var \(keyName): \(types.swift("String")) { \(code.key) }")
        }
        writer.line()
        initializer(path.parameters, to: &writer)
        writer.line()
        uri(path, to: &writer)
        content(codes, to: &writer)
        if let response = endpoint.response, let pages = response.pages {
            nextPage(pages, of: response.body, endpoint.responseName, to: &writer)
        }
    }

    private func properties(_ parameters: [Name], _ codes: [PropertyCode], to writer: inout SwiftWriter) {
        if !parameters.isEmpty || !codes.isEmpty { writer.line() }
        for parameter in parameters {
            writer.documentation(["The path parameter `$\(parameter.text)`."])
            writer.line("\(access)let \(parameter.text.swiftName): \(types.swift("String"))")
        }
        for code in codes {
            property(code, type: code.optionalType, isConstant: false, value: code.defaultValue, to: &writer)
        }
    }

    private func initializer(_ parameters: [Name], to writer: inout SwiftWriter) {
        guard !parameters.isEmpty else { return writer.line("\(access)init() {}") }
        let items = parameters.map { "\($0.text.parameter): \(types.swift("String"))" }
        writer.function("\(access)init", items, "") { writer in
            for name in parameters { writer.line("self.\(name.text.swiftName) = \(name.text.parameterName)") }
        }
    }

    private func uri(_ path: MessagePath, to writer: inout SwiftWriter) {
        writer.block("\(access)func makeURI() throws -> \(types.swift("String"))") { writer in
            guard path.hasPlainSegments else {
                writer.line("var path = \(types.runtime("PathWriter"))(\(path.template.swiftLiteral))")
                for name in path.parameters {
                    writer.line("try path.write(self.\(name.text.swiftName), \(name.text.swiftLiteral))")
                }
                return writer.line("return try path.uri")
            }
            let literal = "\"\(path.segments.map { "/" + code(of: $0) }.joined())\""
            if path.parameters.isEmpty { writer.line(literal) } else { writer.statement("try", literal) }
        }
    }

    /// A segment that is text or a variable, in a string literal.
    private func code(of segment: MessagePath.Segment) -> String {
        segment.pieces.map { piece in
            switch piece {
            case .text(_, let url): url
            case .variables(let expression):
                expression.variables.map(\.name.text).map { name in
                    "\\(\(types.runtime("PathSegment"))(self.\(name.swiftName), named: \(name.swiftLiteral)))"
                }.joined()
            }
        }.joined()
    }

    private func content(_ codes: [PropertyCode], to writer: inout SwiftWriter) {
        guard let first = codes.first else { return }
        let contentWriter = types.runtime("ContentWriter")
        writer.line()
        writer.block("\(access)func makeContent() throws -> \(types.runtime("RequestContent"))?") { writer in
            guard first.wireName != nil else {
                let function =
                    first.isRequired ? "try \(contentWriter).requiredContent" : "\(contentWriter).optionalContent"
                return writer.line("\(function)(of: self.\(first.stored))")
            }
            writer.line("var fields = \(contentWriter)()")
            for code in codes { writer.line(code.isRequired ? code.requiring : code.writing) }
            writer.line("return fields.content")
        }
    }

    private func members(ofStream type: TypeReference, to writer: inout SwiftWriter) {
        let (raw, stream) = (types.runtime("HTTPResponse"), types.runtime("ResponseStream"))
        let canThrow = if case .stream(.events, _) = type.kind { true } else { false }
        let type = types.name(of: type)
        writer.documentation(["The values, as they arrive."])
        writer.line("\(access)let body: \(type)")
        writer.documentation(["Status and header fields, without a body."])
        writer.line("\(access)let rawResponse: \(raw)")
        writer.line()
        if options.isStrict {
            writer.line("\(access)static let isStrict = true")
            writer.line()
        }
        writer.block("\(access)init(_ stream: \(stream)) throws") { writer in
            writer.line("self.body = \(canThrow ? "try " : "")\(type)(stream)")
            writer.line("self.rawResponse = \(raw)(headOf: stream)")
        }
    }

    private func members(ofResponse body: Body, to writer: inout SwiftWriter) {
        let raw = types.runtime("HTTPResponse")
        let codes = properties(of: body)
        for code in codes { property(code, type: code.propertyType, isConstant: true, to: &writer) }
        writer.documentation(["The raw response."])
        writer.line("\(access)let rawResponse: \(raw)")
        keys(codes, to: &writer)
        let kind = body.contentKind
        if kind != nil || options.isStrict { writer.line() }
        if let kind { writer.line("\(access)static let contentKind = \(types.runtime("ResponseContentKind")).\(kind)") }
        if options.isStrict { writer.line("\(access)static let isStrict = true") }
        writer.line()
        let members = codes.map(\.parameter) + ["rawResponse: \(raw) = \(raw)(statusCode: 200)"]
        writer.function("\(access)init", members, "") { writer in
            for code in codes { writer.assign(code.parameterName, to: code) }
            writer.line("self.rawResponse = rawResponse")
        }
        writer.line()
        let parameters = ["reading reader: \(types.runtime("ContentReader"))", "rawResponse: \(raw)"]
        writer.function("\(access)init", parameters, " throws") { writer in
            writer.line("self.rawResponse = rawResponse")
            for code in codes { writer.assign(code.reading, to: code) }
        }
    }
}

extension Body {
    /// The kind of the content, or nil for fields, which is the default.
    fileprivate var contentKind: String? {
        switch self {
        case .fields(let fields): fields.isEmpty ? "none" : nil
        case .whole(let type):
            switch type.kind {
            case .builtin(.blob): "bytes"
            case .builtin(.string): "text"
            default: "value"
            }
        }
    }
}
