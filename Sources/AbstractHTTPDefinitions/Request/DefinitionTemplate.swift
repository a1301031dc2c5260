import AbstractHTTP

/// A part of a definition's URL with variables, such as `users/{id}`.
struct DefinitionTemplate: Sendable {
    enum Part: Sendable {
        case literal(String)
        case variable(String)
        /// An expression of RFC 6570 with an operator, a modifier, or several variables.
        case expression(URITemplate)
    }

    let parts: [Part]
    /// The text with a letter or a digit in place of each variable.
    let shape: String
    /// Whether the text begins with a scheme, which may be a variable, and an authority.
    let isAbsolute: Bool
    /// Whether the text has an authority, with or without a scheme before it.
    private let hasAuthority: Bool

    /// Reads a template. Throws ``DefinitionError/malformedVariable(_:)`` and
    /// ``DefinitionError/variableAfterHost(_:)``.
    ///
    /// - Parameter mayNameHost: Whether a host follows `//` at the beginning of the text.
    init(_ text: String, mayNameHost: Bool = false) throws(DefinitionError) {
        var parts: [Part] = []
        var rest = text.utf8[...]
        while let brace = rest.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
            let name = rest[brace...].dropFirst().prefix { $0 != UInt8(ascii: "}") }
            let isVariable = rest[brace] == UInt8(ascii: "{") && name.endIndex < rest.endIndex
            guard isVariable, let part = Part(String(Substring(name))) else {
                throw .malformedVariable(String(Substring(rest[brace...])))
            }
            parts.append(.literal(String(Substring(rest[..<brace]))))
            parts.append(part)
            rest = rest[name.endIndex...].dropFirst()
        }
        parts.append(.literal(String(Substring(rest))))
        self.parts = parts
        shape = Self.shape(of: parts)
        isAbsolute = shape.isAbsoluteURL
        hasAuthority = isAbsolute || mayNameHost && shape.hasPrefix("//")
        if let variable = variableAfterHost { throw .variableAfterHost(variable) }
    }

    /// Returns the text of the parts with a letter or a digit in place of each variable, because a scheme begins with a
    /// letter and a port is a number.
    private static func shape(of parts: [Part]) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            case .variable: text += text.isEmpty ? "x" : "1"
            case .expression(let template): text += template.shape
            }
        }
    }

    /// A variable at the end of a host, after a letter, a digit, or a bracket. Its value would change the host.
    private var variableAfterHost: String? {
        guard hasAuthority else { return nil }
        var before = URLStart()
        for (index, part) in parts.enumerated() where before.isBeforePath {
            switch part {
            case .literal(let literal): before.append(literal)
            case .variable(let name):
                // A literal, which may be empty, follows each variable.
                let isLast = index + 2 == parts.count && parts[index + 1].isEmpty || parts[index + 1].beginsPath
                if isLast, before.endsInHostName { return name }
                before.append("1")
            // Only a path can have an expression.
            case .expression(let template): return template.text.dropFirst().dropLast().description
            }
        }
        return nil
    }

    /// Returns the string with the values of its variables. Adds the names of the members that were used to `used`.
    ///
    /// A variable of the query without a member, or with a null, is empty. If any other variable has no value or an
    /// empty one, the URL would name another resource. This throws ``DefinitionError/parameter(_:reason:)``.
    func filled(by values: TemplateValues, noting used: inout Set<String>) throws(DefinitionError) -> String {
        var (text, start) = ("", URLStart())
        var names: [String] = []
        // Up to the query, in which a value may be empty.
        var needsValues = true
        for part in parts {
            let piece: String
            switch part {
            case .literal(let literal):
                piece = literal
                if literal.endsPath { needsValues = false }
            case .variable(let name):
                names.append(values.name(for: name))
                piece = try escaped(name, values, isBeforePath: hasAuthority && start.isBeforePath)
                guard !needsValues || !piece.isEmpty else {
                    throw .parameter(name, reason: "the URL needs a value for {\(name)}, and it has none")
                }
            case .expression(let template):
                names += template.variableNames.map(values.name)
                piece = try template.filled(by: values, inPath: needsValues)
                if piece.endsPath { needsValues = false }
            }
            text += piece
            if hasAuthority { start.append(piece) }
        }
        used.formUnion(names)
        guard text.dotSegments <= shape.dotSegments else {
            throw .parameter(names.joined(separator: ", "), reason: "it makes a segment of the path . or ..")
        }
        return text
    }

    /// The escaped value of a variable, or an empty text for null.
    private func escaped(
        _ variable: String, _ values: TemplateValues, isBeforePath: Bool
    ) throws(DefinitionError) -> String {
        let (name, value) = (values.name(for: variable), values.content(of: variable))
        if value == .null { return "" }
        let plain: String
        do throws(HTTPContentError) {
            if !isBeforePath, let texts = try values.texts(of: value, for: variable) {
                return texts.map { $0.percentEncoded() }.joined(separator: ",")
            }
            plain = try values.text(of: value, for: variable)
        } catch {
            throw .parameter(
                name, reason: "\(value.short) is not a string, a number, or a list or a dictionary of them")
        }
        guard isBeforePath else { return plain.percentEncoded() }
        // A value in a scheme, host, or port is not escaped, and must not end it.
        let isSound = plain.utf8.allSatisfy { $0.isAlphanumeric || "-._~:[]".utf8.contains($0) }
        guard isSound else { throw .parameter(name, reason: "\(value.short) is not a scheme, host or port") }
        return plain
    }
}

/// The beginning of a URL with an authority. It reads each byte once, up to the path.
private struct URLStart {
    /// Whether appended text would be in the scheme or the authority (RFC 3986, section 3.2).
    private(set) var isBeforePath = true
    private var isBeforeAuthority = true
    private var last: UInt8?

    /// Whether appended text would be a part of the host, after a letter, a digit, or a bracket.
    var endsInHostName: Bool {
        guard isBeforePath, !isBeforeAuthority, let last else { return false }
        return last.isAlphanumeric || last == UInt8(ascii: "]")
    }

    mutating func append(_ text: String) {
        guard isBeforePath else { return }
        for byte in text.utf8 {
            if isBeforeAuthority {
                isBeforeAuthority = byte != UInt8(ascii: "/") || last != UInt8(ascii: "/")
            } else if byte.beginsPath {
                isBeforePath = false
                return
            }
            last = byte
        }
    }
}

extension DefinitionTemplate.Part {
    /// Reads what is between braces: a name, or an expression of RFC 6570. Nil if it is neither.
    fileprivate init?(_ text: String) {
        let isExpression =
            text.utf8.first.map { "+./;?&".utf8.contains($0) } ?? false || text.contains { "*:,".contains($0) }
        // The values are found one after another, and a rule file may come from a server.
        if isExpression, let template = try? URITemplate("{\(text)}"), template.variableNames.count <= 64 {
            self = .expression(template)
        } else if !text.isEmpty, text.utf8.allSatisfy(\.isNamePart) {
            self = .variable(text)
        } else {
            return nil
        }
    }

    fileprivate var isEmpty: Bool {
        if case .literal(let text) = self { text.isEmpty } else { false }
    }

    /// Whether the part is a literal that ends an authority.
    fileprivate var beginsPath: Bool {
        guard case .literal(let text) = self else { return false }
        return text.utf8.first?.beginsPath ?? false
    }
}

extension String {
    /// Whether a query or a fragment begins in the text.
    fileprivate var endsPath: Bool {
        offset(of: UInt8(ascii: "?")) != nil || offset(of: UInt8(ascii: "#")) != nil
    }
}

extension UInt8 {
    /// Whether the byte ends an authority.
    fileprivate var beginsPath: Bool { "/?#".utf8.contains(self) }

    /// Names may have letters of any script.
    fileprivate var isNamePart: Bool { isAlphanumeric || "_-.".utf8.contains(self) || self >= 0x80 }
}
