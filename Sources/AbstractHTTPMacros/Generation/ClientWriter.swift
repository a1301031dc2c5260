/// Writes the client of a protocol.
struct ClientWriter {
    private let writer: ServiceWriter

    init(_ service: ProtocolSyntax, isComplete: Bool) {
        writer = ServiceWriter(service, isComplete: isComplete)
    }

    /// - Parameter calls: The valid calls, or nil for functions with an error. Their empty bodies are never compiled.
    func source(_ calls: [CheckedFunction?]) -> String {
        let access = writer.memberAccess
        let configuration = """
                /// The settings of calls that start from now on.
                \(access)var configuration: AbstractHTTPServices.ServiceConfiguration

                /// Creates a client.
                \(access)init(configuration: AbstractHTTPServices.ServiceConfiguration) {
                    self.configuration = configuration
                }
            """
        let functions = zip(writer.service.functions, calls).map { function, call in
            writer.function(function, call, call.map(lines) ?? [])
        }
        return writer.type(
            "Client", "The client of ``\(writer.service.name.name)``.",
            conformingTo: "AbstractHTTPServices.ServiceClient", [configuration] + functions)
    }

    private func lines(of call: CheckedFunction) -> [String] {
        let name = "call".unlike(Set(call.function.parameters.map(\.name.name)))
        let steps = call.steps.map { "\(name).\($0)" }
        let made =
            "AbstractHTTPServices.ServiceCall(self.configuration, method: \(call.method.quoted), path: \(call.path.token.text))"
        return ["\(steps.isEmpty ? "let" : "var") \(name) = \(made)"] + steps + [end(of: call, name)]
    }

    private func end(of call: CheckedFunction, _ name: String) -> String {
        let connection =
            switch call.result.model {
            case .type(let type): "\(name).connection(\(type))"
            case .withResponse(let type): "\(name).connection(\(type), with: AbstractHTTP.Response.self)"
            }
        switch call.result.delivery {
        case .awaited: return "return try await \(connection).response()"
        case .connection: return "return \(connection)"
        case .pages: return "return \(call.pages(of: connection))"
        case .callback(let callback, let isOnMainActor, let returnsConnection):
            let queue = isOnMainActor ? "" : "on: self.configuration.callbackQueue, "
            return "\(returnsConnection ? "return " : "")\(connection).onResult(\(queue)\(callback))"
                + (returnsConnection ? "" : ".start()")
        }
    }
}

extension CheckedFunction {
    /// Returns the expression for the pages of a connection.
    func pages(of connection: String) -> String { connection + (pageRule.map { ".pages(next: \($0))" } ?? "") }
}
