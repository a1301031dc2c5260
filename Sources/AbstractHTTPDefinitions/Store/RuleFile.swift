import AbstractHTTP
import Foundation

/// A rule file that is not read yet.
enum RuleFile {
    case json(Data)
    case propertyList(Data)
    case values([String: Any])

    /// Creates a property list if the data is known to be one or begins like one, and otherwise JSON.
    init(_ data: Data, isPropertyList: Bool) {
        self = isPropertyList || data.looksLikePropertyList ? .propertyList(data) : .json(data)
    }

    /// Reads the file. Throws ``DefinitionFaults``.
    func content() throws(DefinitionFaults) -> HTTPContent {
        let object = try object()
        guard let content = try? HTTPContent(untyped: object) else {
            throw DefinitionFaults(
                "the file has a value that is not a string, number, Boolean, array, or dictionary, or that is nested too deeply"
            )
        }
        return content
    }

    /// The paths of keys that an object has more than once.
    var repeatedKeys: [RulePath] {
        if case .json(let data) = self { JSONRepeatedKeys(in: data).paths } else { [] }
    }

    private func object() throws(DefinitionFaults) -> Any {
        switch self {
        case .values(let values): return values
        case .json(let data):
            guard !data.withUnsafeBytes({ $0.contains(0) }), String(validUTF8: data) != nil else {
                throw DefinitionFaults("the file is not in UTF-8 (RFC 8259, section 8.1); save it in UTF-8")
            }
            do {
                return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            } catch {
                throw DefinitionFaults(malformed: "JSON", error)
            }
        case .propertyList(let data):
            do {
                try data.checkPropertyList()
                return try PropertyListSerialization.propertyList(from: data, format: nil)
            } catch {
                throw DefinitionFaults(malformed: "property list", error)
            }
        }
    }
}

extension DefinitionFaults {
    fileprivate init(malformed format: String, _ error: any Error) {
        let details = (error as NSError).userInfo["NSDebugDescription"] as? String
        self.init("the \(format) is malformed: \(details ?? "\(error)")")
    }
}

extension Data {
    /// Whether the data begins like a property list, which JSON never does.
    fileprivate var looksLikePropertyList: Bool {
        let start = prefix(64).drop { $0 <= 0x20 || $0 >= 0x80 }
        return start.starts(with: Data("bplist".utf8)) || start.first == UInt8(ascii: "<")
    }
}
