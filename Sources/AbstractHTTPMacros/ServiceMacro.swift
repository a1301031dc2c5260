/// Expands `@Service`. It reads the protocol, checks its functions, and writes its client.
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
        let isComplete = diagnostics.isEmpty
        try check(service)
        var calls: [CheckedFunction?] = []
        for function in service.functions {
            do throws(Diagnostics) {
                let call = try FunctionChecker.call(of: function)
                diagnostics.append(call.warnings)
                calls.append(call)
            } catch {
                diagnostics.append(error)
                calls.append(nil)
            }
        }
        var service = service
        service.extensionAccess = request.extensionAccess
        let client = ClientWriter(service, isComplete: isComplete).source(calls)
        do throws(Diagnostics) {
            guard try isMocked(service) else { return client }
            return client + "\n\n" + (try MockWriter(service, isComplete: isComplete).source(calls))
        } catch {
            diagnostics.append(error)
            return client
        }
    }

    private func check(_ service: ProtocolSyntax) throws(Diagnostics) {
        for type in service.inherited {
            let names = type.text.split { " &.".contains($0) }
            guard let name = names.first(where: { ["AnyObject", "Actor", "AnyActor"].contains($0) }) else { continue }
            throw .error(
                "a service cannot inherit from '\(name)', because its client is a struct; remove it", at: type.range)
        }
        for function in service.functions where function.fullName == "configuration()" {
            throw .error("every client already has a 'configuration'; choose another name", at: function.name.range)
        }
    }

    /// Returns whether the attribute has `mock: true`.
    private func isMocked(_ service: ProtocolSyntax) throws(Diagnostics) -> Bool {
        guard let attribute = service.attributes.first(where: { $0.name.text == "Service" }),
            let argument = attribute.arguments?.first
        else { return false }
        guard ["true", "false"].contains(argument.text) else {
            throw .error("expected 'true' or 'false'", at: argument.range)
        }
        return argument.text == "true"
    }
}
