/// Writes what the generated types of a protocol have in common.
struct ServiceWriter {
    let service: ProtocolSyntax
    /// Whether all requirements were understood. If not, a conformance would only cause a second error.
    let isComplete: Bool
    /// The access level with a space after it, or an empty string.
    let access: String
    /// The same for members, which need an access level only if it is `public` or `package`.
    let memberAccess: String
    let availability: String

    init(_ service: ProtocolSyntax, isComplete: Bool) {
        (self.service, self.isComplete) = (service, isComplete)
        let words: Set = ["public", "package", "internal", "fileprivate", "private"]
        let word = service.modifiers.first { words.contains($0.text) }?.text
        access = word.map { "\($0) " } ?? ""
        let reach = word ?? service.extensionAccess
        memberAccess = reach == "public" || reach == "package" ? "\(reach ?? "") " : ""
        availability = service.attributes.filter { $0.name.text == "available" }.map { "\($0.text)\n" }.joined()
    }

    /// Returns a type that conforms to the protocol.
    func type(_ suffix: String, _ documentation: String, conformingTo other: String, _ members: [String]) -> String {
        let protocols = isComplete ? "\(service.name.text), \(other)" : other
        return """
            /// \(documentation)
            \(availability)\(access)nonisolated struct \(name(suffix).identifier): \(protocols) {
            \(members.joined(separator: "\n\n"))
            }
            """
    }

    func name(_ suffix: String) -> String { service.name.name + suffix }

    /// Returns a function of the protocol with its body.
    ///
    /// - Parameter call: The valid call, or nil if the function has an error.
    func function(_ function: FunctionSyntax, _ call: CheckedFunction?, _ lines: [String]) -> String {
        let attributes = function.attributes.filter { ["available", "discardableResult"].contains($0.name.text) }
        let modifiers = function.modifiers.filter { ["static", "mutating"].contains($0.text) }.map { "\($0.text) " }
        let parameters = function.parameters.map { parameter in
            parameter.text + (call?.defaults[parameter.name.name].map { " = \($0)" } ?? "")
        }.joined(separator: ", ")
        var head =
            "\(memberAccess)\(modifiers.joined())func \(function.name.text)\(function.genericClause)(\(parameters))"
        if function.effects.async != nil { head += " async" }
        if function.effects.throws != nil { head += " throws" + (function.effects.thrown.map { "(\($0.text))" } ?? "") }
        if let result = function.result { head += " -> \(result.wholeText)" }
        if !function.whereClause.isEmpty { head += " \(function.whereClause)" }
        let all = function.documentation + attributes.map(\.text) + ["\(head) {"] + lines.map { "    \($0)" } + ["}"]
        return all.map { "    \($0)" }.joined(separator: "\n")
    }
}
