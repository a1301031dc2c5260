/// A message from the compiler. Unknown fields are ignored.
enum HostMessage {
    case getCapability
    case expandAttachedMacro(ExpansionRequest)
    case loadPluginLibrary
}

extension HostMessage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case getCapability, expandAttachedMacro, loadPluginLibrary
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.getCapability) {
            self = .getCapability
        } else if container.contains(.loadPluginLibrary) {
            self = .loadPluginLibrary
        } else {
            self = .expandAttachedMacro(try container.decode(ExpansionRequest.self, forKey: .expandAttachedMacro))
        }
    }
}

/// An attached macro, and what it is attached to.
struct ExpansionRequest: Decodable {
    struct Macro: Decodable {
        let typeName: String
    }

    /// A piece of source text, with the comments and the space before it.
    struct Syntax: Decodable {
        let source: String
        let location: Location
    }

    /// Where a piece begins.
    struct Location: Decodable {
        let fileName: String
        /// The offset from the beginning of the file, in UTF-8 bytes.
        let offset: Int
    }

    let macro: Macro
    /// What the macro writes, such as `member` or `extension`.
    let macroRole: String?
    let attributeSyntax: Syntax
    let declSyntax: Syntax
    /// The type that an extension would extend, with the types around it. Only macros that write extensions have one.
    let extendedTypeSyntax: Syntax?
    /// The protocols to which the type does not conform yet, separated by commas.
    let conformanceListSyntax: Syntax?
    /// The enclosing declarations, innermost first, without their members.
    let lexicalContext: [Syntax]?
}

extension ExpansionRequest {
    /// `public` or `package`, if the declaration is in an extension with that access level.
    var extensionAccess: String? {
        guard let tokens = lexicalContext?.first.flatMap({ try? Lexer.tokens(of: $0.source) }),
            let keyword = tokens.firstIndex(where: { $0.is("extension") })
        else { return nil }
        return tokens[..<keyword].map(\.text).last { ["public", "package"].contains($0) }
    }
}
