/// Answers the messages of the compiler.
struct MacroPlugin {
    /// Returns the answer to a message. Every message has one.
    func answer(to message: HostMessage?) -> PluginMessage {
        switch message {
        case .getCapability: .capability
        case .expandAttachedMacro(let request): .expansion(expansion(of: request))
        case .loadPluginLibrary: .libraryIsNotLoaded
        case nil:
            .expansion(
                .failure("unknown message of the compiler, which may be newer than the macros; update AbstractHTTP"))
        }
    }

    private func expansion(of request: ExpansionRequest) -> Expansion {
        switch request.macro.typeName {
        case "ServiceMacro": ServiceMacro(request).expansion()
        case "SpecMacro": SpecMacro(request).expansion()
        case "JSONModelMacro": JSONModelMacro(request).expansion()
        case "AnnotationMacro": AnnotationMacro(request).expansion()
        default: .failure("unknown macro '\(request.macro.typeName)'; clean the build folder, and build again")
        }
    }
}
