/// `@Service`: reads the protocol, checks its functions, and writes its client.
struct ServiceMacro {
    private let request: ExpansionRequest

    init(_ request: ExpansionRequest) {
        self.request = request
    }

    func expansion() -> Expansion {
        var diagnostics = Diagnostics()
        var source = ""
        do throws(Diagnostics) {
            var parser = try Parser(request.declSyntax.source)
            let service = try parser.protocolDeclaration()
            diagnostics = parser.diagnostics
            source = try self.source(of: service, &diagnostics)
        } catch {
            diagnostics.append(error)
        }
        return Expansion(
            expandedSource: source, diagnostics: diagnostics.inFile(request.declSyntax.location))
    }

    private func source(
        of service: ProtocolSyntax, _ diagnostics: inout Diagnostics
    ) throws(Diagnostics) -> String {
        let isWhole = diagnostics.isEmpty
        try check(service)
        var calls: [Call?] = []
        for function in service.functions {
            do throws(Diagnostics) {
                calls.append(try FunctionChecker.call(of: function))
            } catch {
                diagnostics.append(error)
                calls.append(nil)
            }
        }
        let client = ClientWriter(service, isWhole: isWhole).source(calls)
        do throws(Diagnostics) {
            guard try isMocked(service) else { return client }
            return client + "\n\n" + (try MockWriter(service, isWhole: isWhole).source(calls))
        } catch {
            diagnostics.append(error)
            return client
        }
    }

    private func check(_ service: ProtocolSyntax) throws(Diagnostics) {
        for type in service.inherited where ["AnyObject", "Actor", "AnyActor"].contains(type.text) {
            throw .error("a client is a struct, which \(type.text) is not", at: type.range)
        }
        for function in service.functions where function.fullName == "configuration()" {
            throw .error("a client has a 'configuration' already", at: function.name.range)
        }
    }

    /// Whether `mock: true` was said.
    private func isMocked(_ service: ProtocolSyntax) throws(Diagnostics) -> Bool {
        guard let attribute = service.attributes.first(where: { $0.name.text == "Service" }),
            let argument = attribute.arguments?.first
        else { return false }
        guard ["true", "false"].contains(argument.text) else {
            throw .error("'true' or 'false' is expected here: it is read when the code is compiled", at: argument.range)
        }
        return argument.text == "true"
    }
}
