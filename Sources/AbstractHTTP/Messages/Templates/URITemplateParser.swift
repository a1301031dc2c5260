/// Reads a template (RFC 6570, section 2).
struct URITemplateParser {
    private let text: String
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
        self.text = text
        rest = text[...].unicodeScalars
    }

    mutating func parts() throws(URITemplateError) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        while let first = rest.first {
            switch first {
            case "{": parts.append(.expression(try expression()))
            case "}": throw fault("a closing brace without an opening one")
            default: parts.append(literal())
            }
        }
        return parts
    }

    /// Everything up to a brace; what no URL may hold is percent-encoded.
    private mutating func literal() -> URITemplate.Part {
        let end = rest.firstIndex { $0 == "{" || $0 == "}" } ?? rest.endIndex
        defer { rest = rest[end...] }
        return .literal(String(rest[..<end]).percentEncoded(keepingReserved: true))
    }

    private mutating func expression() throws(URITemplateError) -> URITemplate.Expression {
        let start = rest.startIndex
        rest.removeFirst()
        let form = try readOperator()
        var variables = [try variable()]
        while take(",") { variables.append(try variable()) }
        guard let next = rest.first else {
            rest = text.unicodeScalars[start...]
            throw fault("an opening brace without a closing one")
        }
        guard take("}") else {
            throw fault("a comma or a closing brace belongs here, not \(String(next).debugDescription)")
        }
        return URITemplate.Expression(operator: form, variables: variables)
    }

    private mutating func readOperator() throws(URITemplateError) -> URITemplate.Operator {
        guard let first = rest.first else { return .simple }
        guard !"=,!@|".unicodeScalars.contains(first) else {
            throw fault("the operator \(String(first).debugDescription) is kept for extensions")
        }
        guard let form = URITemplate.Operator(rawValue: String(first)) else { return .simple }
        rest.removeFirst()
        return form
    }

    private mutating func variable() throws(URITemplateError) -> URITemplate.Variable {
        let name = try name()
        if take("*") { return URITemplate.Variable(name: name, modifier: .explode) }
        guard take(":") else { return URITemplate.Variable(name: name, modifier: nil) }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard let length = Int(String(digits)), digits.first != "0", length < 10_000 else {
            throw fault("a length is a number from 1 to 9999")
        }
        rest = rest[digits.endIndex...]
        return URITemplate.Variable(name: name, modifier: .prefix(length))
    }

    /// Letters, digits, `_` and percent-encoded characters, with single dots between them.
    private mutating func name() throws(URITemplateError) -> String {
        let start = rest.startIndex
        repeat {
            let length = rest.startIndex
            while takeNameCharacter() {}
            guard rest.startIndex > length else { throw fault("the name of a variable belongs here") }
        } while take(".")
        return String(text[start..<rest.startIndex])
    }

    private mutating func takeNameCharacter() -> Bool {
        guard let first = rest.first else { return false }
        if first == "%" {
            let digits = rest.dropFirst().prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return false }
            rest = rest[digits.endIndex...]
            return true
        }
        guard first == "_" || first.isASCII && UInt8(ascii: first).isAlphanumeric else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private func fault(_ reason: String) -> URITemplateError {
        .malformed(
            template: text, offset: text.unicodeScalars.distance(from: text.startIndex, to: rest.startIndex),
            reason: reason)
    }
}
