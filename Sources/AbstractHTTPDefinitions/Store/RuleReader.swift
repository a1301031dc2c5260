import AbstractHTTP
import Foundation

/// Reads the definitions of a rule file, and collects all faults.
struct RuleReader {
    let names: DefinitionRegistry.Names
    /// Whether unknown keys are warnings.
    let isLenient: Bool
    private(set) var faults: [DefinitionFault] = []
    private(set) var warnings: [DefinitionFault] = []
    private(set) var definitions: [Definition] = []
    private(set) var defaultDefinition: Definition?
    /// Where each name was found.
    private var places: [String: RulePath]
    private let knownDefault: Definition?

    /// - Parameters:
    ///   - known: The names of the existing definitions.
    ///   - knownDefault: The existing default definition, or nil if the file may replace it.
    init(_ names: DefinitionRegistry.Names, isLenient: Bool, known: [String], knownDefault: Definition?) {
        (self.names, self.isLenient, self.knownDefault) = (names, isLenient, knownDefault)
        places = Dictionary(known.map { ($0, RulePath()) }) { first, _ in first }
    }

    /// Reads a whole file.
    mutating func read(_ content: HTTPContent) {
        guard case .dictionary(let rules) = content else {
            return note(RulePath(), "\(content.short) is not a rule file; write a dictionary of definitions")
        }
        for rule in rules {
            let path = RulePath().child(rule.key)
            if rule.key.hasPrefix("@") {
                readGroup(rule.value, path)
            } else {
                readDefinition(rule.key, rule.value, path)
            }
        }
    }

    /// Notes a fault of the file.
    mutating func note(_ path: RulePath, _ reason: String) {
        faults.append(DefinitionFault(path, reason))
    }

    private mutating func readGroup(_ content: HTTPContent, _ path: RulePath) {
        guard case .dictionary(let rules) = content else {
            return note(path, "\(content.short) is not a group; write a dictionary of definitions")
        }
        for rule in rules {
            let path = path.child(rule.key)
            guard !rule.key.hasPrefix("@") else {
                note(path, "a group cannot contain another group")
                continue
            }
            readDefinition(rule.key, rule.value, path)
        }
    }

    private mutating func readDefinition(_ name: String, _ content: HTTPContent, _ path: RulePath) {
        guard !name.isEmpty else { return note(path, "the name of a definition is empty; write a name") }
        guard case .dictionary(let members) = content else {
            return note(path, "\(content.short) is not a definition; write a dictionary")
        }
        if let place = places[name] {
            let known = place.keys.isEmpty ? "" : " at \(place)"
            note(path, "a definition named \(name.debugDescription) already exists\(known)")
        } else {
            places[name] = path
        }
        var definition = Definition()
        for member in members { read(member, into: &definition, path) }
        guard name != RuleKey.default else { return takeDefault(definition, path) }
        definition.name = name
        definitions.append(definition)
    }

    private mutating func takeDefault(_ definition: Definition, _ path: RulePath) {
        if let knownDefault, definition != knownDefault {
            note(path, "another default definition already exists; remove \"DEFAULT\" from this file")
        }
        defaultDefinition = definition
    }

    private mutating func read(
        _ member: HTTPContent.Members.Member, into definition: inout Definition, _ path: RulePath
    ) {
        guard let key = RuleKey.named(member.key) else { return noteUnknown(member.key, path) }
        do throws(RuleMismatch) {
            try key.read(DefinitionValue(content: member.value, names: names), &definition)
        } catch {
            let path = path.child(member.key)
            for fault in error.faults { note(fault.key.map(path.child) ?? path, fault.reason) }
        }
    }

    private mutating func noteUnknown(_ key: String, _ path: RulePath) {
        let hint = RuleKey.similar(to: key).map { "did you mean \($0.name.debugDescription)?" }
        let advice = hint ?? "Documentation/Definitions.md lists the keys"
        let fault = DefinitionFault(path.child(key), "unknown key \(key.debugDescription); \(advice)")
        if isLenient { warnings.append(fault) } else { faults.append(fault) }
    }
}
