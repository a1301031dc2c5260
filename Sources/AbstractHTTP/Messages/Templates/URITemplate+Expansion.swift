extension URITemplate {
    /// Returns the URL with its variables replaced by values (RFC 6570, section 3).
    ///
    /// Values are percent-encoded. Throws ``URITemplateError/missingVariable(_:template:)`` if `variables` does not
    /// have all variables of the template, and ``URITemplateError/prefixOfComposite(_:template:)``.
    ///
    /// - Parameter variables: The values by name. A nil value leaves the variable out. Values without a variable in the
    ///   template are ignored.
    public func expanded(
        with variables: [String: (any URITemplateVariable)?] = [:]
    ) throws(URITemplateError) -> String {
        try expanded { variables[$0].map { $0?.templateValue } }
    }

    /// - Parameter value: Returns the value of a variable, `.some(nil)` to leave it out, or nil if it has no value.
    func expanded(_ value: (String) -> Value??) throws(URITemplateError) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .literal(let text): result += text
            case .expression(let expression): try expand(expression, into: &result, value)
            }
        }
        return result
    }

    /// Appends the expansion of an expression.
    func expand(
        _ expression: Expression, into result: inout String, _ value: (String) -> Value??
    ) throws(URITemplateError) {
        var isFirst = true
        for variable in expression.variables {
            guard let given = value(variable.name) else { throw .missingVariable(variable.name, template: text) }
            guard let given else { continue }
            try write(given, variable, expression.operator) { text in
                result += isFirst ? expression.operator.prefix : expression.operator.separator
                result += text
                isFirst = false
            }
        }
    }

    /// Writes a value. Calls `output` for each part: never for an undefined value, several times for an exploded one.
    private func write(
        _ value: Value, _ variable: Variable, _ form: Operator, _ output: (String) -> Void
    ) throws(URITemplateError) {
        if case .prefix(let length) = variable.modifier {
            guard case .text(let whole) = value else { throw .prefixOfComposite(variable.name, template: text) }
            let start = whole.characters(length, keepingEscapes: form.keepsReserved)
            return output(form.write(name: variable.name, form.encode(start)))
        }
        switch value {
        case .text(let text): output(form.write(name: variable.name, form.encode(text)))
        case .list(let texts): write(texts.map(form.encode), variable, form, output)
        case .pairs(let pairs): write(pairs, variable, form, output)
        }
    }

    private func write(_ texts: [String], _ variable: Variable, _ form: Operator, _ output: (String) -> Void) {
        guard !texts.isEmpty else { return }
        guard variable.modifier == .explode else {
            return output(form.write(name: variable.name, texts.joined(separator: ",")))
        }
        for text in texts { output(form.write(name: variable.name, text)) }
    }

    private func write(_ pairs: [KeyValue], _ variable: Variable, _ form: Operator, _ output: (String) -> Void) {
        let pairs = pairs.compactMap { pair in
            pair.value.map { (key: form.encode(pair.key), value: form.encode($0)) }
        }
        guard variable.modifier == .explode else {
            return write(pairs.flatMap { [$0.key, $0.value] }, variable, form, output)
        }
        for pair in pairs {
            output(form.isNamed ? form.write(name: pair.key, pair.value) : pair.key + "=" + pair.value)
        }
    }
}

extension URITemplate.Operator {
    /// `value`, preceded by its name if the operator requires it.
    fileprivate func write(name: String, _ value: String) -> String {
        guard isNamed else { return value }
        return value.isEmpty ? name + emptyMark : name + "=" + value
    }

    fileprivate func encode(_ text: String) -> String { text.percentEncoded(keepingReserved: keepsReserved) }
}

extension String {
    /// The first `count` characters (Unicode scalars). With `keepingEscapes`, a percent-encoded one counts once and
    /// stays whole.
    fileprivate func characters(_ count: Int, keepingEscapes: Bool) -> String {
        guard keepingEscapes else { return String(String.UnicodeScalarView(unicodeScalars.prefix(count))) }
        var rest = unicodeScalars[...]
        for _ in 0..<count where !rest.isEmpty { rest = rest.dropFirst(rest.lengthOfFirstCharacter) }
        return String(unicodeScalars[..<rest.startIndex])
    }
}

extension Substring.UnicodeScalarView {
    /// How many scalars the first character takes: three for each byte if it is percent-encoded.
    fileprivate var lengthOfFirstCharacter: Int {
        guard let lead = escapedByte else { return 1 }
        let following = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0
        var length = 3
        for _ in 0..<following {
            guard let byte = dropFirst(length).escapedByte, (0x80..<0xC0).contains(byte) else { break }
            length += 3
        }
        return length
    }

    /// The byte that `%` at the start and two digits encode.
    private var escapedByte: UInt8? {
        guard first == "%" else { return nil }
        let digits = dropFirst().prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        return UInt8(String(digits), radix: 16)
    }
}
