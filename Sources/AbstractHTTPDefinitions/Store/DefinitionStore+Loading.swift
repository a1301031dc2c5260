import AbstractHTTP
import Foundation

/// Loading takes all that a file has, or nothing: what is wrong in it is thrown as ``DefinitionFaults``, all at once.
extension DefinitionStore {
    /// Loads the definitions of a rule file in JSON.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - lenient: Whether keys that no definition has are warnings, and no faults.
    ///   - replacing: Whether what was there goes; otherwise a name that is there already is a fault.
    /// - Returns: The warnings.
    @discardableResult
    public func load(json data: Data, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault] {
        let object: Any
        do {
            object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch {
            throw DefinitionFaults(malformed: "JSON", error)
        }
        return try load(
            object, repeated: JSONRepeatedKeys(in: data).paths, lenient: lenient, replacing: replacing)
    }

    /// Loads the definitions of a rule file that is a property list, in XML or binary.
    @discardableResult
    public func load(propertyList data: Data, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault]
    {
        let object: Any
        do {
            try data.checkPropertyList()
            object = try PropertyListSerialization.propertyList(from: data, format: nil)
        } catch {
            throw DefinitionFaults(malformed: "property list", error)
        }
        return try load(object, lenient: lenient, replacing: replacing)
    }

    /// Loads a rule file: a property list where it is called `.plist` or begins like one, otherwise JSON. Throws what its reading throws, too.
    @discardableResult
    public func load(file: URL, lenient: Bool = false, replacing: Bool = true) throws -> [DefinitionFault] {
        let data = try Data(contentsOf: file)
        return try load(data, isPropertyList: file.pathExtension.lowercased() == "plist", lenient, replacing: replacing)
    }

    /// Loads definitions that are Swift values already, with the keys of a rule file.
    @discardableResult
    public func load(
        rules: [String: Any], lenient: Bool = false, replacing: Bool = true
    ) throws -> [DefinitionFault] {
        try load(rules as Any, lenient: lenient, replacing: replacing)
    }

    func load(
        _ data: Data, isPropertyList: Bool, _ lenient: Bool, replacing: Bool
    ) throws -> [DefinitionFault] {
        let isPropertyList = isPropertyList || data.looksLikePropertyList
        return isPropertyList
            ? try load(propertyList: data, lenient: lenient, replacing: replacing)
            : try load(json: data, lenient: lenient, replacing: replacing)
    }

    private func load(
        _ object: Any, repeated: [RulePath] = [], lenient: Bool, replacing: Bool
    ) throws -> [DefinitionFault] {
        guard let content = HTTPContent(untyped: object) else {
            throw DefinitionFaults(
                faults: [
                    DefinitionFault(
                        RulePath(), "something in there is no text, number, truth value, array or dictionary")
                ])
        }
        return try load(content, repeated: repeated, lenient: lenient, replacing: replacing)
    }
}

extension DefinitionFaults {
    fileprivate init(malformed format: String, _ error: any Error) {
        let details = (error as? any CustomNSError)?.errorUserInfo["NSDebugDescription"] as? String
        self.init(faults: [DefinitionFault(RulePath(), "this is no well-formed \(format): \(details ?? "\(error)")")])
    }
}

extension Data {
    /// Whether the first bytes are those of a property list, which JSON never begins with.
    fileprivate var looksLikePropertyList: Bool {
        let start = prefix(64).drop { $0 <= 0x20 || $0 >= 0x80 }
        return start.starts(with: Data("bplist".utf8)) || start.first == UInt8(ascii: "<")
    }
}
