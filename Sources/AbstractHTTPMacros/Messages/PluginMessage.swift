/// What the compiler is told.
enum PluginMessage {
    case capability
    case expansion(Expansion)
    case libraryIsNotLoaded
}

/// What a macro expands to, and what is wrong with its use.
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
    /// That of the compilers of Swift 6, which tell plugins of any older or newer one.
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

/// A diagnostic, as the compiler takes it: places are in bytes of UTF-8 from the beginning of the file.
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
