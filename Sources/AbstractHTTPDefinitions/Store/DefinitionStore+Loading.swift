import AbstractHTTP
import Foundation

/// Loading takes all that a file has, or nothing: what is wrong in it is thrown as ``DefinitionFaults``, all at once.
extension DefinitionStore {
    /// Loads the definitions of a rule file in JSON.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file, in UTF-8.
    ///   - lenient: Whether keys that no definition has are warnings, and no faults.
    ///   - replacing: Whether what was there goes; otherwise a name that is there already is a fault.
    /// - Returns: The warnings.
    @discardableResult
    public func load(json data: Data, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault] {
        try load(.json(data), lenient: lenient, replacing: replacing)
    }

    /// Loads the definitions of a rule file that is a property list, in XML or binary.
    @discardableResult
    public func load(propertyList data: Data, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault]
    {
        try load(.propertyList(data), lenient: lenient, replacing: replacing)
    }

    /// Loads a rule file: a property list where it is called `.plist` or begins like one, otherwise JSON. Throws what
    /// its reading throws, too.
    @discardableResult
    public func load(file: URL, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault] {
        let isPropertyList = file.pathExtension.lowercased() == "plist"
        let rules = RuleFile(try Data(contentsOf: file), isPropertyList: isPropertyList)
        return try load(rules, lenient: lenient, replacing: replacing)
    }

    /// Loads definitions that are Swift values already, with the keys of a rule file.
    @discardableResult
    public func load(
        rules: [String: Any], lenient: Bool = false, replacing: Bool = true
    ) throws -> [DefinitionFault] {
        try load(.values(rules), lenient: lenient, replacing: replacing)
    }
}
