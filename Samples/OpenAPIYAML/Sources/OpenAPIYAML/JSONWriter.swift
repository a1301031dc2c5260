import Foundation
import Yams

/// Writes a YAML node as JSON.
struct JSONWriter {
    private(set) var text = ""
    private let limit: Int
    private var depth = 0
    private let encoder = JSONEncoder()

    init(limit: Int) {
        self.limit = limit
        encoder.outputFormatting = .withoutEscapingSlashes
    }

    mutating func write(_ node: Node) throws {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 500 else { throw YAMLDocumentError(mark: node.mark, message: "more than 500 levels") }
        switch node {
        case .mapping(let members): try write(members)
        case .sequence(let elements): try write(elements)
        case .scalar(let scalar): text += try Self.isLiteral(scalar) ? Self.literal(scalar) : string(scalar.string)
        case .alias: throw YAMLDocumentError(mark: node.mark, message: "an alias has no value")
        }
        guard text.utf8.count <= limit else {
            throw YAMLDocumentError(mark: node.mark, message: "the document has more than \(limit) bytes of JSON")
        }
    }

    private mutating func write(_ members: Node.Mapping) throws {
        text += "{"
        for (index, member) in members.enumerated() {
            guard let key = member.key.scalar?.string else {
                throw YAMLDocumentError(mark: member.key.mark, message: "the key of a member must be a string")
            }
            guard key != "<<" || member.key.scalar?.style != .plain else {
                throw YAMLDocumentError(
                    mark: member.key.mark, message: "OpenAPI has no merge keys; write the members of the anchor here")
            }
            text += index == 0 ? "" : ","
            text += try string(key) + ":"
            try write(member.value)
        }
        text += "}"
    }

    private mutating func write(_ elements: Node.Sequence) throws {
        text += "["
        for (index, element) in elements.enumerated() {
            text += index == 0 ? "" : ","
            try write(element)
        }
        text += "]"
    }

    private func string(_ value: String) throws -> String {
        // Most strings need no escapes.
        guard value.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            return "\"\(value)\""
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Whether a scalar is null, a Boolean, or a number of JSON. A quoted scalar is a string.
    private static func isLiteral(_ scalar: Node.Scalar) -> Bool {
        guard scalar.style == .plain || scalar.style == .any else { return false }
        if ["", "~", "null", "true", "false"].contains(scalar.string) { return true }
        guard let first = scalar.string.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39) ~= first else {
            return false
        }
        return scalar.string.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
    }

    private static func literal(_ scalar: Node.Scalar) -> String {
        ["", "~"].contains(scalar.string) ? "null" : scalar.string
    }
}
