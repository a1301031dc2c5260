import AbstractHTTP

/// A link of a `Link` field (RFC 8288).
///
/// ```swift
/// let next = response.headers.links.first { $0.has(relation: "next") }
/// ```
public struct Link: Hashable, Sendable {
    /// A target attribute (RFC 8288, section 3.4).
    ///
    /// ```swift
    /// let title = link.parameters.first { $0.name == "title" }?.value
    /// ```
    public struct Parameter: Hashable, Sendable {
        /// The name in lowercase, without the `*` of an extended value.
        public var name: String
        /// The value, decoded. An extended value in an unknown charset stays as it was sent.
        public var value: String
        /// The language of an extended value (RFC 8187).
        public var language: String?
        /// Whether the value is an extended one, as in `title*`.
        public var isExtended: Bool

        /// Creates a parameter.
        public init(_ name: String, _ value: String, language: String? = nil, isExtended: Bool = false) {
            (self.name, self.value, self.language, self.isExtended) = (name.lowercased(), value, language, isExtended)
        }
    }

    /// The target as it was sent. It can be relative to the URL of the response.
    public var target: String
    /// The relation types, such as `next`.
    public var relations: [String]
    /// The other parameters, in order.
    public var parameters: [Parameter]

    /// Creates a link.
    public init(_ target: String, relations: [String], parameters: [Parameter] = []) {
        (self.target, self.relations, self.parameters) = (target, relations, parameters)
    }

    /// The value of the first parameter with a name. An extended value, such as that of `title*`, takes precedence.
    public subscript(name: String) -> String? {
        let name = name.lowercased()
        let found = parameters.filter { $0.name == name }
        return (found.first(where: \.isExtended) ?? found.first)?.value
    }

    /// Returns whether the link has a relation type, ignoring case (RFC 8288, section 2.1).
    public func has(relation: String) -> Bool {
        let relation = relation.lowercased()
        return relations.contains { $0.lowercased() == relation }
    }
}

extension HTTPHeaders {
    /// The links of all `Link` fields, in order (RFC 8288). Malformed links are left out.
    public var links: [Link] {
        fields(for: "Link").flatMap { field in
            var links = Link.parse(field.value)
            if field.isLatin1 {
                for index in links.indices { links[index].target = links[index].target.percentEncodingLatin1 }
            }
            return links
        }
    }
}

extension Link {
    /// Parses the value of a `Link` field (RFC 8288, appendix B). Malformed links are left out.
    public static func parse(_ value: String) -> [Link] {
        // A line end in a value counts as a space (RFC 9110, section 5.5).
        let bytes = value.utf8.map { $0 == 0x0D || $0 == 0x0A ? 0x20 : $0 }
        var scanner = HeaderScanner(String(decoding: bytes, as: UTF8.self))
        var links: [Link] = []
        while !scanner.isAtEnd {
            scanner.skipWhitespace()
            if scanner.skip(UInt8(ascii: ",")) { continue }
            if let link = scanner.link() { links.append(link) } else { scanner.skip(to: UInt8(ascii: ",")) }
        }
        return links
    }

    /// The parameters that may occur once. Later ones are ignored (RFC 8288, section 3.4.1).
    fileprivate static let single: Set<String> = ["anchor", "media", "rel", "title", "title*", "type"]
}

extension HeaderScanner {
    /// The next link, or nil if there is none.
    fileprivate mutating func link() -> Link? {
        guard skip(UInt8(ascii: "<")) else { return nil }
        let target = text(before: UInt8(ascii: ">"))
        guard skip(UInt8(ascii: ">")) else { return nil }
        var link = Link(target, relations: [])
        var names: Set<String> = []
        while true {
            skipWhitespace()
            guard skip(UInt8(ascii: ";")) else { break }
            let (name, value) = linkParameter()
            let isFirst = names.insert(name).inserted
            guard isFirst || !Link.single.contains(name) else { continue }
            if name == "rel" {
                link.relations = value.split(whereSeparator: \.isWhitespace).map(String.init)
            } else if !name.isEmpty {
                link.add(name, value)
            }
        }
        if !isAt(UInt8(ascii: ",")) { skip(to: UInt8(ascii: ",")) }
        return link
    }

    /// The next parameter, with its name in lowercase (RFC 8288, appendix B.3).
    private mutating func linkParameter() -> (name: String, value: String) {
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
        let name = text { isEnd($0) || $0 == UInt8(ascii: "=") }.lowercased()
        guard skip(UInt8(ascii: "=")) else { return (name, "") }
        skipWhitespace()
        guard !isAt(UInt8(ascii: "\"")) else {
            if let value = quotedString() { return (name, value) }
            // Quotes that do not end contain the rest (appendix B.4).
            let rest = text { _ in false }
            return (name, String(rest.dropFirst()))
        }
        return (name, text(until: isEnd))
    }
}

extension Link {
    /// Adds a parameter. An extended value that is malformed is left out.
    fileprivate mutating func add(_ name: String, _ value: String) {
        guard name.hasSuffix("*") else { return parameters.append(Parameter(name, value)) }
        guard let extended = ExtendedValue(value) else { return }
        parameters.append(
            Parameter(
                String(name.dropLast()), extended.text ?? value, language: extended.language, isExtended: true))
    }
}

extension Link: CustomStringConvertible {
    /// The link without secrets. `fieldValue` is the text that is sent.
    public var description: String {
        var shown = self
        shown.target = Redaction().url(target)
        for index in parameters.indices {
            shown.parameters[index].value = Redaction().value(parameters[index].value, of: parameters[index].name)
        }
        return shown.sentText
    }

    /// The link as it is sent. Parameters whose names are not tokens are left out.
    fileprivate var sentText: String {
        var text = "<\(target.escapedTarget)>"
        if !relations.isEmpty {
            text += "; rel=\(relations.map(\.escapedTarget).joined(separator: " ").tokenOrQuoted)"
        }
        for parameter in parameters where !parameter.name.isEmpty && parameter.name.utf8.allSatisfy(\.isToken) {
            let isPlain = parameter.value.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            if parameter.isExtended || !isPlain {
                text += "; \(parameter.name)*="
                text += ExtendedValue.encoded(parameter.value, language: parameter.language)
            } else {
                text += "; \(parameter.name)=\(parameter.value.tokenOrQuoted)"
            }
        }
        return text
    }
}

extension Sequence<Link> {
    /// The value of a `Link` field with these links.
    public var fieldValue: String { map(\.sentText).joined(separator: ", ") }
}

extension String {
    /// The text in which characters that a URI cannot contain are escaped (RFC 3986, section 2).
    fileprivate var escapedTarget: String {
        unicodeScalars.map { scalar in
            let isURI = scalar.value > 0x20 && scalar.value < 0x7F && !"<>\"\\^`{|}".unicodeScalars.contains(scalar)
            return isURI ? String(scalar) : String(scalar).percentEncoded()
        }.joined()
    }

    fileprivate var tokenOrQuoted: String {
        guard isEmpty || !utf8.allSatisfy(\.isToken) else { return self }
        return "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
