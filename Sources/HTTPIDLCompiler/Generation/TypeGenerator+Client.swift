extension TypeGenerator {
    /// Generates the type of a client.
    func client(_ plan: ClientPlan, to writer: inout SwiftWriter) {
        let documentation = plan.declaration?.attributes.documentation ?? []
        writer.documentation(documentation.isEmpty ? ["Calls the operations of all files."] : documentation)
        let head = "\(access)nonisolated struct \(plan.name.swiftName)"
        writer.type(head, [types.runtime("GeneratedClient")]) { writer in
            writer.documentation(["The configuration of the requests, with the server and the credentials."])
            writer.line("\(access)var configuration: \(types.runtime("BaseConfiguration"))")
            writer.documentation(["The client that sends the requests."])
            writer.line("\(access)var client: \(types.runtime("BaseClient"))")
            for server in plan.declaration?.servers ?? [] { self.server(server, to: &writer) }
            writer.line()
            initializer(plan, to: &writer)
        }
    }

    /// Generates the URL of a server.
    private func server(_ server: Client.Server, to writer: inout SwiftWriter) {
        writer.line()
        let documentation = server.attributes.documentation
        writer.documentation(documentation.isEmpty ? [server.url.asCode] : documentation)
        let name = server.name.map { $0.text.lowerCamelCase + "Server" } ?? "server"
        let string = types.swift("String")
        guard !server.variables.isEmpty else {
            return writer.statement("\(access)static let \(name) =", server.url.swiftLiteral)
        }
        let parameters = server.variables.map {
            "\($0.name.text.parameter): \(string) = \($0.defaultValue.swiftLiteral)"
        }
        writer.function("\(access)static func \(name)", parameters, " -> \(string)") { writer in
            writer.line(interpolation(server))
        }
    }

    /// The URL of a server with its variables, as a string literal.
    private func interpolation(_ server: Client.Server) -> String {
        var (literal, rest) = ("", server.url[...])
        while let brace = rest.firstIndex(of: "{"), let end = rest[brace...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: brace)..<end])
            literal += String(rest[..<brace]).swiftLiteral.dropFirst().dropLast() + "\\(\(name.parameterName))"
            rest = rest[rest.index(after: end)...]
        }
        return "\"" + literal + String(rest).swiftLiteral.dropFirst()
    }

    private func initializer(_ plan: ClientPlan, to writer: inout SwiftWriter) {
        let (configuration, client) = (types.runtime("BaseConfiguration"), types.runtime("BaseClient"))
        let (servers, credentials) = (plan.declaration?.servers ?? [], plan.declaration?.credentials ?? [])
        let standard = servers.first { $0.name == nil }
        let string = types.swift("String")
        var parameters = [
            standard.map { "server: \(string) = \(plan.name.swiftName).server\($0.variables.isEmpty ? "" : "()")" }
                ?? (servers.isEmpty ? "server: \(string)? = nil" : "server: \(string)")
        ]
        parameters += credentials.map { "\($0.name.text.parameter): \(types.runtime("Credential"))? = nil" }
        parameters += ["configuration: \(configuration) = .shared", "client: \(client) = .shared"]
        let head = ["Creates a client.", "", "- Parameters:"]
        writer.documentation(
            head
                + ["  - server: The URL of the server, which comes before the paths."]
                + credentials.map { "  - \($0.name.text): \(summary(of: $0))" }
                + [
                    "  - configuration: Other settings of the requests. Default: a copy of the shared ones.",
                    "  - client: The client that sends the requests. Default: the shared one.",
                ])
        writer.function("\(access)init", parameters, "") { writer in
            writer.line("self.configuration = configuration")
            writer.line(
                servers.isEmpty
                    ? "if let server { self.configuration.baseURLString = server }"
                    : "self.configuration.baseURLString = server")
            writer.line("self.client = client")
            guard !credentials.isEmpty else { return }
            writer.statement("self.configuration.credentials =", "\(types.runtime("ClientCredentials"))(")
            writer.indented { writer in
                for (index, credential) in credentials.enumerated() {
                    let open = index == 0 ? "[" : ""
                    let close = index + 1 == credentials.count ? "]," : ","
                    writer.line("\(open)\(entry(of: credential))\(close)")
                }
                writer.line("needs: \(plan.declaration?.needs?.code ?? "[]"))")
            }
        }
    }

    private func summary(of credential: Client.Credential) -> String {
        if !credential.attributes.documentation.isEmpty {
            return credential.attributes.documentation.joined(separator: " ")
        }
        return switch credential.kind {
        case .bearer: "The bearer token."
        case .basic: "The name and the password."
        case .header: "The value of the header field \(credential.wireName.asCode)."
        case .query: "The value of \(credential.wireName.asCode) in the query."
        case .cookie: "The value of the cookie \(credential.wireName.asCode)."
        }
    }

    private func entry(of credential: Client.Credential) -> String {
        let (key, value, wire) = (
            credential.name.text.swiftLiteral, credential.name.text.parameterName, credential.wireName.swiftLiteral
        )
        return switch credential.kind {
        case .bearer: "\(key): .bearer(\(value))"
        case .basic: "\(key): .basic(\(value))"
        case .header: "\(key): .header(\(wire), \(value))"
        case .query: "\(key): .query(\(wire), \(value))"
        case .cookie: "\(key): .cookie(\(wire), \(value))"
        }
    }
}

extension Needs {
    /// The names of the credentials in Swift.
    var code: String {
        let alternatives = alternatives.map { names in
            "[\(names.map(\.text.swiftLiteral).joined(separator: ", "))]"
        }
        return "[\(alternatives.joined(separator: ", "))]"
    }
}

extension TypeGenerator {
    /// Generates the functions of a file.
    func functions(of document: Document, _ plan: ClientPlan, to writer: inout SwiftWriter) {
        let endpoints = document.messages.flatMap { message in
            message.endpoints.filter { $0.canBeFunction(isStrict: options.isStrict) }
                .map { ($0, document.file.text(message.path.range)) }
        }
        guard let group = plan.groups[document.file.path] else {
            return writer.block("\(access)nonisolated extension \(plan.name.swiftName)") { writer in
                functions(endpoints, "self", to: &writer)
            }
        }
        let type = plan.typeName(of: group)
        writer.block("\(access)nonisolated extension \(plan.name.swiftName)") { writer in
            writer.documentation(["The operations of \(document.file.baseName.commentLine).http."])
            writer.line("var \(group.swiftName): \(type) { \(type)(api: self) }")
        }
        writer.line()
        writer.documentation(["The operations of \(document.file.baseName.commentLine).http."])
        writer.block("\(access)nonisolated struct \(type): \(types.swift("Sendable"))") { writer in
            writer.line("fileprivate let api: \(plan.name.swiftName)")
            writer.line()
            functions(endpoints, "self.api", to: &writer)
        }
    }

    private func functions(_ endpoints: [(Endpoint, String)], _ api: String, to writer: inout SwiftWriter) {
        // The members of an extension have its access.
        let access = api == "self" ? "" : self.access
        for (index, (endpoint, path)) in endpoints.enumerated() {
            if index > 0 { writer.line() }
            function(endpoint, path, api, access, to: &writer)
        }
    }

    private func function(
        _ endpoint: Endpoint, _ path: String, _ api: String, _ access: String, to writer: inout SwiftWriter
    ) {
        let call = "\(endpoint.method.text) \(path)".asCode
        writer.documentation(
            joined(endpoint.message.attributes.documentation, endpoint.request?.attributes.documentation ?? [], [call]))
        deprecation(endpoint.deprecation, to: &writer)
        let inputs = inputs(of: endpoint)
        let tail = " async throws(\(types.runtime("ConnectionError"))) -> \(endpoint.responseName)"
        writer.function("\(access)func \(endpoint.functionName.swiftName)", inputs.parameters, tail) { writer in
            let arguments = inputs.variables.map { "\($0.label): \($0.parameterName)" }
            // An input can have the name of the constant.
            let request = "request".unlike(inputs.names)
            writer.call("let \(request) = \(endpoint.requestName)", arguments)
            for (property, value) in inputs.assignments { writer.line("\(request).\(property) = \(value)") }
            writer.line("return try await \(api).send(\(request))")
        }
    }

    private struct Inputs {
        var variables: [(label: String, parameterName: String)] = []
        var parameters: [String] = []
        var assignments: [(String, String)] = []
        /// The names within the function.
        var names: Set<String> = []
    }

    private func inputs(of endpoint: Endpoint) -> Inputs {
        let codes = properties(of: endpoint.request?.body ?? Body(), isInRequest: true)
        var inputs = Inputs()
        let all = codes.map(\.parameterName) + endpoint.message.path.parameters.map(\.text.parameterName)
        let optionsName = "options".unlike(Set(all))
        inputs.names = Set(all + [optionsName])
        for variable in endpoint.message.path.parameters {
            let code = codes.first { $0.place == .path && $0.wireName == variable.text }
            let name = code?.plainName ?? variable.text
            let type = code.map { types.bare($0.type) } ?? types.swift("String")
            inputs.variables.append((name.argumentLabel, name.parameterName))
            inputs.parameters.append("\(name.parameter): \(type)")
        }
        let hasOptions = endpoint.hasOptions(isStrict: options.isStrict)
        let optional = Set(endpoint.optionalInputs(isStrict: options.isStrict).map(\.name.text))
        let settable = Set(endpoint.inputs.map(\.name.text))
        for code in codes where code.place != .path {
            guard code.wireName == nil || settable.contains(code.plainName) else { continue }
            let isOptional = code.wireName == nil ? !code.isRequired : optional.contains(code.plainName)
            if hasOptions, isOptional, code.wireName != nil {
                inputs.assignments.append((code.name, "\(optionsName).\(code.name)"))
            } else {
                inputs.parameters.append(
                    isOptional
                        ? "\(code.plainName.parameter): \(code.propertyType) = \(initial(code))"
                        : "\(code.plainName.parameter): \(types.bare(code.type))")
                inputs.assignments.append((code.name, code.parameterName))
            }
        }
        if hasOptions {
            inputs.parameters.append("\(optionsName): \(endpoint.optionsName) = \(endpoint.optionsName)()")
        }
        return inputs
    }

    /// The value of an input that is not given.
    private func initial(_ code: PropertyCode) -> String { code.isNullable ? ".absent" : code.defaultValue ?? "nil" }

    /// Generates the structure of the optional inputs of an operation.
    func options(of endpoint: Endpoint, to writer: inout SwiftWriter) {
        let names = Set(endpoint.optionalInputs(isStrict: options.isStrict).map(\.name.text))
        let codes = properties(of: endpoint.request?.body ?? Body(), isInRequest: true)
            .filter { $0.wireName != nil && names.contains($0.plainName) }
        writer.documentation(["The optional inputs of ``\(endpoint.requestName)``."])
        writer.block("\(access)nonisolated struct \(endpoint.optionsName): \(types.swift("Sendable"))") { writer in
            for code in codes {
                writer.documentation(code.documentation)
                writer.line("\(access)var \(code.name): \(code.propertyType)")
            }
            writer.line()
            let parameters = codes.map { "\($0.plainName.parameter): \($0.propertyType) = \(initial($0))" }
            writer.function("\(access)init", parameters, "") { writer in
                for code in codes { writer.line("self.\(code.name) = \(code.parameterName)") }
            }
        }
    }
}

extension String {
    /// The name, with as many `_` after it as it needs to differ from the others.
    fileprivate func unlike(_ others: Set<String>) -> String {
        others.contains(self) ? (self + "_").unlike(others) : self
    }
}
