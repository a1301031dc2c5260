import Foundation
import OpenAPIImport
import Yams

/// An OpenAPI document in YAML.
///
/// Values are those of JSON, as OpenAPI requires: an unquoted `no` or `2026-01-01` is a string, and a missing value is
/// null. The order of members is kept.
public struct YAMLDocument {
    /// The same document in JSON, in UTF-8.
    public let json: [UInt8]
    private let root: Node

    /// Reads a document. Throws ``YAMLDocumentError`` if the text is not valid YAML, or if JSON cannot express it.
    ///
    /// - Parameter limit: The maximum size of the JSON in bytes. Aliases can make it much larger than the YAML.
    public init(_ text: String, limit: Int = 64 << 20) throws {
        do {
            guard let root = try Yams.compose(yaml: text) else {
                throw YAMLDocumentError(mark: nil, message: "the document is empty")
            }
            var writer = JSONWriter(limit: limit)
            try writer.write(root)
            (self.root, json) = (root, Array(writer.text.utf8))
        } catch let error as YamlError {
            throw YAMLDocumentError(error)
        }
    }

    /// Imports the document. Throws ``YAMLDocumentError`` with the place in the YAML.
    public func imported(by importer: OpenAPIImporter = OpenAPIImporter()) throws -> ImportedAPI {
        do {
            return try importer.importing(json)
        } catch {
            let place = error.pointer.isEmpty ? "" : "#\(error.pointer): "
            throw YAMLDocumentError(mark: mark(of: error.pointer), message: place + error.message)
        }
    }

    /// The place of the value at a JSON pointer (RFC 6901), or of its closest parent if there is no such value.
    private func mark(of pointer: String) -> Mark? {
        var node = root
        for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let key = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
            switch node {
            case .mapping(let members):
                guard let member = members.first(where: { $0.key.scalar?.string == key }) else { return node.mark }
                node = member.value
            case .sequence(let elements):
                guard let index = Int(key), elements.indices.contains(index) else { return node.mark }
                node = elements[index]
            case .scalar, .alias: return node.mark
            }
        }
        return node.mark
    }
}

/// The reason why a YAML document cannot be imported.
public struct YAMLDocumentError: Error, CustomStringConvertible {
    /// The line and the column, from 1, if there is a place.
    public let line: Int?, column: Int?
    /// What is wrong.
    public let message: String

    init(mark: Mark?, message: String) { (line, column, self.message) = (mark?.line, mark?.column, message) }

    fileprivate init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(mark: mark, message: problem)
        case .duplicatedKeysInMapping(let keys, let context):
            self.init(mark: context.mark, message: "the member \"\(keys.first ?? "")\" is there twice; remove one")
        default: self.init(mark: nil, message: "\(error)")
        }
    }

    /// The place and the message.
    public var description: String {
        guard let line, let column else { return message }
        return "\(line):\(column): \(message)"
    }
}
