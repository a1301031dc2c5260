/// Writes the mock of a protocol, which has a closure for each function.
struct MockWriter {
    private let writer: ServiceWriter
    private let names: [String]

    /// Throws if two functions would have the same closure.
    init(_ service: ProtocolSyntax, isComplete: Bool) throws(Diagnostics) {
        writer = ServiceWriter(service, isComplete: isComplete)
        var names: [String] = []
        let counts = Dictionary(service.functions.map { ($0.name.name, 1) }, uniquingKeysWith: +)
        var taken = Set(service.functions.lazy.filter(\.parameters.isEmpty).map(\.name.name))
        for function in service.functions {
            let isOverloaded = counts[function.name.name, default: 0] > 1
            let labels =
                isOverloaded
                ? function.parameters.map { $0.label.text == "_" ? "" : $0.label.name.capitalizedFirst } : []
            let name = "on" + function.name.name.capitalizedFirst + labels.joined()
            guard taken.insert(name).inserted else {
                throw .error(
                    "the mock would have two closures named '\(name)'; rename one of the functions",
                    at: function.name.range)
            }
            names.append(name)
        }
        self.names = names
    }

    func source(_ calls: [CheckedFunction?]) throws(Diagnostics) -> String {
        var closures: [Closure] = []
        for (name, call) in zip(names, calls) {
            guard let call else { continue }
            guard !call.isGeneric else {
                throw .error(
                    "a mock cannot have the generic function '\(call.function.name.name)'; make it non-generic, or remove 'mock: true'",
                    at: call.function.name.range)
            }
            closures.append(Closure(name: name, call: call))
        }
        let functions = zip(zip(names, writer.service.functions), calls).map { named, call in
            writer.function(named.1, call, call.map { lines(of: $0, named.0) } ?? [])
        }
        return writer.type(
            "Mock", "A mock of ``\(writer.service.name.name)`` that calls closures.",
            conformingTo: "Swift.Sendable", closures.map(property) + [initializer(closures)] + functions)
    }

    private struct Closure {
        let name: String
        let call: CheckedFunction

        var type: String {
            let types = call.sentParameters.map { "_ \($0.name.text): \($0.closureType)" }.joined(separator: ", ")
            return "(nonisolated(nonsending) @Sendable (\(types)) async throws -> \(call.result.modelText))?"
        }
    }

    private func property(_ closure: Closure) -> String {
        """
            /// Called by `\(closure.call.function.name.name)`. If it is nil, the call fails with an error.
            \(writer.memberAccess)var \(closure.name.identifier): \(closure.type)
        """
    }

    private func initializer(_ closures: [Closure]) -> String {
        let parameters = closures.map { "        \($0.name.identifier): \($0.type) = nil" }
        let clause = parameters.isEmpty ? "" : "\n\(parameters.joined(separator: ",\n"))\n    "
        return """
                /// Creates a mock with closures.
                \(writer.memberAccess)init(\(clause)) {
            \(closures.map { "        self.\($0.name.identifier) = \($0.name.identifier)" }.joined(separator: "\n"))
                }
            """
    }

    private func lines(of call: CheckedFunction, _ closure: String) -> [String] {
        let taken = Set(call.function.parameters.map(\.name.name))
        let (mock, body) = ("mock".unlike(taken), "closure".unlike(taken))
        let arguments = call.sentParameters.map(\.expression).joined(separator: ", ")
        let name = "\(writer.name("Mock")).\(closure)"
        let made =
            "AbstractHTTPServices.MockedCall(\(name.quoted), method: \(call.method.quoted), path: \(call.path.token.text))"
        guard case .awaited = call.result.delivery else {
            return [
                "let (\(mock), \(body)) = (\(made), self.\(closure.identifier))", end(of: call, mock, body, arguments),
            ]
        }
        return [
            "let \(mock) = \(made)",
            "do {",
            "    return try await \(mock).closure(self.\(closure.identifier))(\(arguments))",
            "} catch {",
            "    throw \(mock).error(of: error)",
            "}",
        ]
    }

    private func end(of call: CheckedFunction, _ mock: String, _ body: String, _ arguments: String) -> String {
        let connection = "\(mock).connection { try await \(mock).closure(\(body))(\(arguments)) }"
        guard case .callback(let callback, let isOnMainActor, let returnsConnection) = call.result.delivery else {
            // The closure does not know which page is requested, so the list of a mock has only one page.
            let isList = call.pageRule != nil
            return "return \(connection)\(isList ? ".pages(next: .init { _, _, _ in nil })" : "")"
        }
        let queue = isOnMainActor ? "" : "on: .main, "
        return "\(returnsConnection ? "return " : "")\(connection).onResult(\(queue)\(callback))"
            + (returnsConnection ? "" : ".start()")
    }
}

extension CheckedFunction {
    /// The parameters that the closure of a mock receives.
    fileprivate var sentParameters: [ParameterSyntax] {
        guard case .callback = result.delivery else { return function.parameters }
        return Array(function.parameters.dropLast())
    }

    fileprivate var isGeneric: Bool { !function.genericClause.isEmpty }
}

extension ParameterSyntax {
    /// The type as written for a closure's parameter.
    fileprivate var closureType: String {
        // A closure cannot be generic, so each `some` becomes `any`.
        var bytes = Array(type.text.utf8)
        for token in ((try? Lexer.tokens(of: type.text)) ?? []).reversed() where token.is("some") {
            bytes.replaceSubrange(token.range, with: "any".utf8)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if isVariadic { return "[\(text)]" }
        return text.hasSuffix("!") ? "\(text.dropLast())?" : text
    }
}
