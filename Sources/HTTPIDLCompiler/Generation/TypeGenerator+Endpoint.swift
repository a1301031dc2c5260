extension TypeGenerator {
    /// Generates the class of a request, and the types of its responses and failures.
    func endpoint(_ endpoint: Endpoint, path: String, to writer: inout SwiftWriter) {
        let call = "\(endpoint.method.text) \(path)".asCode
        let message = endpoint.message.attributes.documentation
        writer.documentation(joined(message, endpoint.request?.attributes.documentation ?? [], [call]))
        deprecation(endpoint.deprecation, to: &writer)
        let isPaged = endpoint.responses.first?.pages != nil
        let request = types.runtime(isPaged ? "PagedRequest" : "GeneratedRequest")
        writer.block("\(access)nonisolated class \(endpoint.requestName): \(request)") { writer in
            members(of: endpoint, to: &writer)
        }
        writer.line()
        answers(endpoint, .response, endpoint.responses, "The response to \(call).", to: &writer)
        if endpoint.hasOwnFailures, endpoint.sharedFailureType == nil {
            writer.line()
            answers(endpoint, .failure, endpoint.failures, "A failure of \(call).", to: &writer)
        }
    }

    /// Joins paragraphs with an empty line between them.
    func joined(_ paragraphs: [String]...) -> [String] {
        Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private func members(of endpoint: Endpoint, to writer: inout SwiftWriter) {
        let request = RequestCode(endpoint, properties(of: endpoint.request?.body ?? Body(), isInRequest: true))
        writer.line("\(access)typealias ResponseModel = \(endpoint.responseName)")
        if let failure = failureModel(of: endpoint) { writer.line("\(access)typealias FailureModel = \(failure)") }
        writer.line("\(access)static let method = \(endpoint.method.text.swiftLiteral)")
        traits(request, to: &writer)
        writer.line()
        writer.documentation(["The configuration of this request. Default: a copy of the shared one."])
        writer.line("\(access)var configuration = \(types.runtime("BaseConfiguration")).shared")
        writer.documentation(["The client that sends the request."])
        writer.line("\(access)var client = \(types.runtime("BaseClient")).shared")
        properties(request, to: &writer)
        keys(request.fields, to: &writer)
        for code in request.fields {
            guard let keyName = code.keyName else { continue }
            writer.line("\(access)var \(keyName): \(types.swift("String")) { \(code.key) }")
        }
        writer.line()
        initializer(request, to: &writer)
        writer.line()
        uri(request, to: &writer)
        content(request, to: &writer)
        placing(request, to: &writer)
        if let response = endpoint.responses.first, let pages = response.pages {
            nextPage(pages, of: response.body, endpoint.responseName, to: &writer)
        }
    }

    /// The model of a failure, or nil if there is none.
    private func failureModel(of endpoint: Endpoint) -> String? {
        guard !endpoint.failures.isEmpty else { return nil }
        return endpoint.sharedFailureType.map(types.name) ?? endpoint.failureName
    }

    private func properties(_ request: RequestCode, to writer: inout SwiftWriter) {
        if !request.variables.isEmpty || !request.fields.isEmpty { writer.line() }
        for variable in request.variables {
            if let code = variable.code {
                writer.documentation(code.documentation)
                writer.line("\(access)let \(code.name): \(types.bare(code.type))")
            } else {
                writer.documentation(["The path parameter `$\(variable.name)`."])
                writer.line("\(access)let \(variable.name.swiftName): \(types.swift("String"))")
            }
        }
        for code in request.fields {
            let value = code.isNullable ? ".absent" : code.defaultValue
            property(code, isConstant: false, value: value, to: &writer)
        }
    }

    private func initializer(_ request: RequestCode, to writer: inout SwiftWriter) {
        guard !request.variables.isEmpty else { return writer.line("\(access)init() {}") }
        let items = request.variables.map { variable in
            "\(variable.property.parameter): \(variable.code.map { types.bare($0.type) } ?? types.swift("String"))"
        }
        writer.function("\(access)init", items, "") { writer in
            for variable in request.variables {
                writer.line("self.\(variable.property.swiftName) = \(variable.property.parameterName)")
            }
        }
    }

    private func uri(_ request: RequestCode, to writer: inout SwiftWriter) {
        let path = request.path
        writer.block("\(access)func makeURI() throws -> \(types.swift("String"))") { writer in
            guard path.hasPlainSegments, request.variables.allSatisfy({ $0.code == nil }) else {
                let dates = request.hasDatesInPath ? ", dates: self.configuration.dates" : ""
                writer.line("var path = \(types.runtime("PathWriter"))(\(path.template.swiftLiteral)\(dates))")
                for variable in request.variables {
                    let location = variable.code?.variableLocation ?? ""
                    writer.line(
                        "try path.write(self.\(variable.property.swiftName), \(variable.name.swiftLiteral)\(location))")
                }
                return writer.line("return try path.uri")
            }
            let literal = "\"\(path.segments.map { "/" + code(of: $0) }.joined())\""
            if request.variables.isEmpty { writer.line(literal) } else { writer.statement("try", literal) }
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

    private func content(_ request: RequestCode, to writer: inout SwiftWriter) {
        guard request.whole != nil || !request.content.isEmpty else { return }
        let contentWriter = types.runtime("ContentWriter")
        writer.line()
        writer.block("\(access)func makeContent() throws -> \(types.runtime("RequestContent"))?") { writer in
            if let whole = request.whole {
                let function =
                    whole.isRequired ? "try \(contentWriter).requiredContent" : "\(contentWriter).optionalContent"
                return writer.line("\(function)(of: self.\(whole.storage))")
            }
            writer.line("var fields = \(contentWriter)()")
            for code in request.content { writer.line(code.writing) }
            writer.line("return fields.content")
        }
    }

    /// Generates the function that writes fields outside of the content.
    private func placing(_ request: RequestCode, to writer: inout SwiftWriter) {
        guard !request.placed.isEmpty else { return }
        writer.line()
        let head = "\(access)func placeParameters(in parameters: inout \(types.runtime("ParameterWriter"))) throws"
        writer.block(head) { writer in
            for code in request.placed { writer.line(code.placing(inForm: request.form)) }
        }
    }

    private func traits(_ request: RequestCode, to writer: inout SwiftWriter) {
        let arguments = request.traits
        guard !arguments.isEmpty else { return }
        let traits = types.runtime("RequestTraits")
        writer.block("\(access)static var traits: \(traits)") { writer in
            writer.call(traits, arguments)
        }
    }
}

/// The properties of a request, by what they are for.
private struct RequestCode {
    /// A variable of the path, and the field that gives it a type.
    struct Variable {
        let name: String
        let code: PropertyCode?

        /// The name of the property.
        var property: String { code?.plainName ?? name }
    }

    let endpoint: Endpoint
    let path: MessagePath
    let variables: [Variable]
    /// All properties but those of the path.
    let fields: [PropertyCode]

    init(_ endpoint: Endpoint, _ codes: [PropertyCode]) {
        self.endpoint = endpoint
        path = endpoint.message.path
        variables = path.parameters.map { name in
            Variable(name: name.text, code: codes.first { $0.place == .path && $0.wireName == name.text })
        }
        let isQuery = endpoint.request?.sendsContentInQuery ?? false && codes.contains { $0.place == .query }
        fields = codes.filter { $0.place != .path }.map { code in
            var code = code
            // The fields of a query keep their order, with and without the word.
            if isQuery, code.place == nil, code.wireName != nil { code.place = .query }
            return code
        }
    }

    /// Whether a variable of the path has a date in the format of the configuration.
    var hasDatesInPath: Bool {
        variables.compactMap(\.code).contains { code in
            code.type.holds(.date) && !code.formats.contains { $0.kind == .dates }
        }
    }

    /// The whole body.
    var whole: PropertyCode? { fields.first { $0.wireName == nil } }

    /// `field` or `part` if each field is one of a form.
    var form: String? {
        guard let operation = endpoint.request, operation.isForm else { return nil }
        return if case .multipart = operation.format?.kind { "part" } else { "field" }
    }

    /// The fields of the content that the encoder writes.
    var content: [PropertyCode] {
        form == nil ? fields.filter { $0.place == nil && $0.wireName != nil } : []
    }

    /// The fields that are written one by one.
    var placed: [PropertyCode] {
        fields.filter { $0.place != nil || form != nil && $0.wireName != nil }
    }

    /// The arguments of the traits.
    var traits: [String] {
        var arguments: [String] = []
        switch endpoint.request?.format?.kind {
        case .json: arguments.append("encoder: .json")
        case .form where form == nil: arguments.append("encoder: .form")
        case .multipart where form == nil: arguments.append("encoder: .multipart")
        case .query: arguments.append("encoder: .query")
        case .mediaType(let type):
            if whole?.type.isRaw != true || whole?.type.isBuiltin(.string) == true && type.isJSON {
                arguments.append("encoder: .json")
            }
            arguments.append("contentType: \(type.swiftLiteral)")
        case .form, .multipart, nil: break
        }
        let accepted = endpoint.responses.compactMap { response in
            if case .mediaType(let type) = response.format?.kind { type } else { String?.none }
        }
        if !accepted.isEmpty { arguments.append("accept: \(accepted.joined(separator: ", ").swiftLiteral)") }
        if !failureStatuses.isEmpty {
            arguments.append("failureStatuses: [\(failureStatuses.joined(separator: ", "))]")
        }
        return arguments + rules
    }

    private var rules: [String] {
        guard let rules = endpoint.request?.rules else { return [] }
        var arguments: [String] = []
        if let timeout = rules.timeout {
            let seconds = timeout.value == timeout.value.rounded() ? "\(Int(timeout.value))" : "\(timeout.value)"
            arguments.append("timeout: .seconds(\(seconds))")
        }
        if let attempts = rules.attempts { arguments.append("attempts: \(Int(attempts.value))") }
        if rules.idempotent != nil { arguments.append("hasIdempotencyKey: true") }
        if let needs = rules.needs { arguments.append("needs: \(needs.code)") }
        return arguments
    }

    /// The statuses that have the model of a failure, or nothing if all do.
    private var failureStatuses: [String] {
        guard endpoint.sharedFailureType != nil || endpoint.failures.count == 1,
            endpoint.failures.allSatisfy({ !$0.statuses.isEmpty })
        else { return [] }
        return endpoint.failures.flatMap(\.statuses).map { status in
            if case .code(let code) = status.status { "\(code)...\(code)" } else { status.status.pattern }
        }
    }
}
