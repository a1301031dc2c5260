/// The path of an annotation, with the places of its variables (RFC 6570).
///
/// It follows the same rules as the template reader of the core, so that a path that compiles is also valid in a call.
struct PathTemplate {
    struct Variable {
        let name: String
        /// The range of the name in the source.
        let range: Range<Int>
        /// Whether the variable must have a value, because its expression has no operator or the operator `+`.
        let isRequired: Bool
        var isInQuery = false
    }

    private(set) var variables: [Variable] = []

    init(_ literal: StringLiteral) throws(Diagnostics) {
        var scanner = TemplateScanner(literal)
        variables = try scanner.variables()
    }
}

private struct TemplateScanner {
    private let literal: StringLiteral
    private let bytes: [UInt8]
    private var position = 0
    private var isInQuery = false

    init(_ literal: StringLiteral) {
        self.literal = literal
        bytes = Array(literal.value.utf8)
    }

    mutating func variables() throws(Diagnostics) -> [PathTemplate.Variable] {
        var variables: [PathTemplate.Variable] = []
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "{"): variables += try expression()
            case UInt8(ascii: "}"): throw fault("'}' has no '{'; add '{' before the name of the parameter")
            case UInt8(ascii: "#"): throw fault("a path cannot have a fragment; remove '#'")
            case 0..<0x20, 0x7F: throw fault("a path cannot contain a control character; remove it")
            default:
                if byte == UInt8(ascii: "?") { isInQuery = true }
                position += 1
            }
        }
        return variables
    }

    private mutating func expression() throws(Diagnostics) -> [PathTemplate.Variable] {
        let start = position
        position += 1
        let form = try readOperator()
        if "?&".utf8.contains(form ?? 0) { isInQuery = true }
        var variables: [PathTemplate.Variable] = []
        repeat {
            let nameStart = position
            try readName()
            let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
            variables.append(
                .init(
                    name: name, range: literal.range(of: nameStart..<position),
                    isRequired: form == nil || form == UInt8(ascii: "+"), isInQuery: isInQuery))
            try readModifier()
        } while take(UInt8(ascii: ","))
        guard peek() != nil else {
            throw fault("'{' is not closed; add '}' after the name of the parameter", at: start)
        }
        guard take(UInt8(ascii: "}")) else { throw fault("expected ',' or '}' after the name of a parameter") }
        return variables
    }

    private mutating func readOperator() throws(Diagnostics) -> UInt8? {
        guard let byte = peek(), "=,!@|+#./;?&".utf8.contains(byte) else { return nil }
        guard !"=,!@|".utf8.contains(byte) else {
            throw fault("'\(Character(Unicode.Scalar(byte)))' is reserved (RFC 6570, section 2.2); remove it")
        }
        guard byte != UInt8(ascii: "#") else { throw fault("a path cannot have a fragment; remove '#'") }
        position += 1
        return byte
    }

    /// Reads letters, digits, `_`, and percent-encoded characters, with single dots between them.
    private mutating func readName() throws(Diagnostics) {
        repeat {
            let start = position
            while let length = nameCharacter { position += length }
            guard position > start else { throw fault("expected the name of a parameter") }
        } while take(UInt8(ascii: "."))
    }

    private var nameCharacter: Int? {
        guard let byte = peek() else { return nil }
        if byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") { return 1 }
        let digits = bytes[position...].dropFirst().prefix(2)
        return byte == UInt8(ascii: "%") && digits.count == 2 && digits.allSatisfy(\.isHexDigit) ? 3 : nil
    }

    private mutating func readModifier() throws(Diagnostics) {
        guard !take(UInt8(ascii: "*")), take(UInt8(ascii: ":")) else { return }
        let start = position
        while let byte = peek(), byte.isDigit { position += 1 }
        let digits = bytes[start..<position]
        guard (1...4).contains(digits.count), digits.first != UInt8(ascii: "0") else {
            throw fault("expected a length from 1 to 9999", at: start)
        }
    }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    /// Returns an error at a character, by default the current one.
    private func fault(_ reason: String, at position: Int? = nil) -> Diagnostics {
        let start = position ?? self.position
        // A character may have several bytes.
        let rest = bytes[min(start + 1, bytes.count)...].prefix { $0 & 0xC0 == 0x80 }
        return .error(reason, at: literal.range(of: start..<rest.endIndex))
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }
}
