/// The value of a header field, with the places of its variables, which are names in braces. Other braces are text, and
/// so is a name in double braces.
struct HeaderTemplate {
    let variables: [PathTemplate.Variable]

    init(_ literal: StringLiteral) throws(Diagnostics) {
        let bytes = Array(literal.value.utf8)
        // RFC 9110, section 5.5
        if let bad = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
            throw .error(
                "a header value cannot contain a line break or another control character; remove it",
                at: literal.range(of: bad..<bad + 1))
        }
        var variables: [PathTemplate.Variable] = []
        for opening in bytes.indices where bytes[opening] == UInt8(ascii: "{") {
            let name = bytes[(opening + 1)...].prefix {
                $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 >= 0x80
            }
            guard let first = name.first, !first.isDigit else { continue }
            guard name.endIndex < bytes.endIndex else {
                throw .error(
                    "'{' is not closed; add '}' after the name of the parameter",
                    at: literal.range(of: opening..<opening + 1))
            }
            guard bytes[name.endIndex] == UInt8(ascii: "}") else { continue }
            let isDoubled =
                bytes[..<opening].last == UInt8(ascii: "{")
                && bytes[name.endIndex...].dropFirst().first == UInt8(ascii: "}")
            guard !isDoubled else { continue }
            variables.append(
                .init(
                    name: String(decoding: name, as: UTF8.self),
                    range: literal.range(of: name.startIndex..<name.endIndex), isRequired: false))
        }
        self.variables = variables
    }
}
