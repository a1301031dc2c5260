/// Answers the messages of the compiler.
struct MacroPlugin {
    /// Returns the answer to a message. Every message has one.
    func answer(to message: HostMessage?) -> PluginMessage {
        switch message {
        case .getCapability: .capability
        case .expandAttachedMacro(let request): .expansion(expansion(of: request))
        case .loadPluginLibrary: .libraryIsNotLoaded
        case nil: .expansion(.failure("this message is not understood; the compiler may be newer than the macros"))
        }
    }

    private func expansion(of request: ExpansionRequest) -> Expansion {
        switch request.macro.typeName {
        case "ServiceMacro": ServiceMacro(request).expansion()
        case "SpecMacro": SpecMacro(request).expansion()
        case "AnnotationMacro": AnnotationMacro(request).expansion()
        default: .failure("there is no macro \(request.macro.typeName)")
        }
    }
}
