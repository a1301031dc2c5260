import AbstractHTTP
import Foundation

/// Loading is all or nothing. All faults of a file are thrown together as ``DefinitionFaults``.
extension DefinitionStore {
    /// Loads the definitions of a JSON rule file.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file, in UTF-8.
    ///   - lenient: Whether unknown keys are warnings instead of faults.
    ///   - replacing: Whether the file replaces all existing definitions. If false, a name that already exists is a
    ///     fault, and so is a `DEFAULT` that differs from the existing default definition, unless that one is empty.
    /// - Returns: The warnings.
    @discardableResult
    public func load(json data: Data, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault] {
        try load(.json(data), lenient: lenient, replacing: replacing)
    }

    /// Loads the definitions of a rule file that is a property list in XML or binary format.
    @discardableResult
    public func load(propertyList data: Data, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault]
    {
        try load(.propertyList(data), lenient: lenient, replacing: replacing)
    }

    /// Loads a rule file. It is read as a property list if its name ends in `.plist` or it starts like one, and
    /// otherwise as JSON. It also throws if the file cannot be read.
    @discardableResult
    public func load(file: URL, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault] {
        let isPropertyList = file.pathExtension.lowercased() == "plist"
        let rules = RuleFile(try Data(contentsOf: file), isPropertyList: isPropertyList)
        return try load(rules, lenient: lenient, replacing: replacing)
    }

    /// Loads definitions from Swift dictionaries with the keys of a rule file.
    @discardableResult
    public func load(
        rules: [String: Any], lenient: Bool = false, replacing: Bool = true
    ) throws -> [DefinitionFault] {
        try load(.values(rules), lenient: lenient, replacing: replacing)
    }
}
