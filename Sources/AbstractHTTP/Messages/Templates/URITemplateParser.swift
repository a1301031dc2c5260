/// Reads a template (RFC 6570, section 2).
struct URITemplateParser {
    private let text: String
    /// The UTF-8 of the text.
    private let bytes: [UInt8]
    /// The offset of the next byte. It is never inside a character.
    private var index = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func parts() throws(URITemplateError) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        while let next {
            switch next {
            case UInt8(ascii: "{"): parts.append(.expression(try expression()))
            case UInt8(ascii: "}"): throw fault("a closing brace without an opening one")
            default: parts.append(try literal())
            }
        }
        return parts
    }

    /// Everything up to a brace. Characters that a URL cannot contain are percent-encoded.
    private mutating func literal() throws(URITemplateError) -> URITemplate.Part {
        let start = index
        while let next, next != UInt8(ascii: "{"), next != UInt8(ascii: "}") { index += 1 }
        let literal = string(from: start)
        guard !literal.hasRefusedSegment else {
            index = start
            throw fault("a value that is a segment of the path is empty, . or ..")
        }
        return .literal(literal.percentEncoded(keepingReserved: true))
    }

    private mutating func expression() throws(URITemplateError) -> URITemplate.Expression {
        let start = index
        index += 1
        let form = try readOperator()
        var variables = [try variable()]
        while take(UInt8(ascii: ",")) { variables.append(try variable()) }
        guard next != nil else {
            index = start
            throw fault("an opening brace without a closing one")
        }
        guard take(UInt8(ascii: "}")) else {
            throw fault("a comma or a closing brace belongs here, not \(String(nextScalar).debugDescription)")
        }
        return URITemplate.Expression(operator: form, variables: variables)
    }

    private mutating func readOperator() throws(URITemplateError) -> URITemplate.Operator {
        guard let next else { return .simple }
        guard !"=,!@|".utf8.contains(next) else {
            throw fault("the operator \(String(nextScalar).debugDescription) is kept for extensions")
        }
        guard let form = URITemplate.Operator(next) else { return .simple }
        index += 1
        return form
    }

    private mutating func variable() throws(URITemplateError) -> URITemplate.Variable {
        let name = try name()
        if take(UInt8(ascii: "*")) { return URITemplate.Variable(name: name, modifier: .explode) }
        guard take(UInt8(ascii: ":")) else { return URITemplate.Variable(name: name, modifier: nil) }
        let start = index
        while let next, next.isDigit { index += 1 }
        let digits = string(from: start)
        guard let length = Int(digits), digits.first != "0", length < 10_000 else {
            index = start
            throw fault("a length is a number from 1 to 9999")
        }
        return URITemplate.Variable(name: name, modifier: .prefix(length))
    }

    /// Letters, digits, `_` and percent-encoded characters, with single dots between them.
    private mutating func name() throws(URITemplateError) -> String {
        let start = index
        repeat {
            let first = index
            while takeNameCharacter() {}
            guard index > first else { throw fault("the name of a variable belongs here") }
        } while take(UInt8(ascii: "."))
        return string(from: start)
    }

    private mutating func takeNameCharacter() -> Bool {
        guard let next else { return false }
        if next == UInt8(ascii: "%") {
            guard bytes.escapedByte(at: index) != nil else { return false }
            index += 3
            return true
        }
        guard next == UInt8(ascii: "_") || next.isAlphanumeric else { return false }
        index += 1
        return true
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private func string(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

    /// The next character. Must not be called at the end.
    private var nextScalar: Unicode.Scalar { text.unicodeScalars[position] }

    private var position: String.Index { text.utf8.index(text.startIndex, offsetBy: index) }

    private func fault(_ reason: String) -> URITemplateError {
        .malformed(
            template: text, offset: text.unicodeScalars.distance(from: text.startIndex, to: position), reason: reason)
    }
}
