/// A message to the compiler.
enum PluginMessage {
    case capability
    case expansion(Expansion)
    case libraryIsNotLoaded
}

/// The expansion of a macro, and the diagnostics about its use.
struct Expansion: Encodable {
    var expandedSource: String
    var diagnostics: [HostDiagnostic]

    static func failure(_ message: String) -> Self {
        let position = HostDiagnostic.Position(fileName: "", offset: 0)
        return Self(
            expandedSource: "", diagnostics: [HostDiagnostic(message: message, severity: .error, position: position)])
    }
}

extension PluginMessage: Encodable {
    /// The protocol version of the Swift 6 compilers.
    private static let protocolVersion = 7

    private enum CodingKeys: String, CodingKey {
        case getCapabilityResult, expandMacroResult, loadPluginLibraryResult
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .capability:
            try container.encode(
                ["capability": ["protocolVersion": Self.protocolVersion]], forKey: .getCapabilityResult)
        case .expansion(let expansion): try container.encode(expansion, forKey: .expandMacroResult)
        case .libraryIsNotLoaded:
            try container.encode(LoadResult(), forKey: .loadPluginLibraryResult)
        }
    }

    private struct LoadResult: Encodable {
        let loaded = false
        let diagnostics: [HostDiagnostic] = []
    }
}

/// A diagnostic in the compiler's format. Places are offsets from the beginning of the file, in UTF-8 bytes.
struct HostDiagnostic: Encodable {
    enum Severity: String, Encodable {
        case error
        case warning
    }

    struct Position: Encodable {
        let fileName: String
        let offset: Int
    }

    struct Range: Encodable {
        let fileName: String
        let startOffset: Int
        let endOffset: Int
    }

    struct Change: Encodable {
        let range: Range
        let newText: String
    }

    struct FixIt: Encodable {
        let message: String
        let changes: [Change]
    }

    struct Note: Encodable {
        let position: Position
        let message: String
    }

    var message: String
    var severity: Severity
    var position: Position
    var highlights: [Range] = []
    var notes: [Note] = []
    var fixIts: [FixIt] = []
}
