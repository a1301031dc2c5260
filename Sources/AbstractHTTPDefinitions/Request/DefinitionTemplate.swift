import AbstractHTTP

/// A part of a URL with gaps, as a definition has it: `users/{id}`.
struct DefinitionTemplate {
    enum Part {
        case literal(String)
        case gap(String)
    }

    let parts: [Part]
    /// The text with a letter or a digit in place of each gap.
    let shape: String
    /// Whether it begins with a scheme, which may be a gap, and an authority.
    let isAbsolute: Bool

    /// Throws ``DefinitionError/malformedGap(_:)``.
    init(_ text: String) throws(DefinitionError) {
        var parts: [Part] = []
        var rest = text.utf8[...]
        while let brace = rest.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
            let name = rest[brace...].dropFirst().prefix { $0 != UInt8(ascii: "}") }
            let isGap = rest[brace] == UInt8(ascii: "{") && name.endIndex < rest.endIndex
            guard isGap, !name.isEmpty, name.allSatisfy(\.isNamePart) else {
                throw .malformedGap(String(Substring(rest[brace...])))
            }
            parts.append(.literal(String(Substring(rest[..<brace]))))
            parts.append(.gap(String(Substring(name))))
            rest = rest[name.endIndex...].dropFirst()
        }
        parts.append(.literal(String(Substring(rest))))
        self.parts = parts
        shape = parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            // A scheme begins with a letter, and a port is a number.
            case .gap: text += text.isEmpty ? "x" : "1"
            }
        }
        isAbsolute = shape.isAbsoluteURL
    }

    /// The text with its gaps filled by members, the names of which are noted as used. What has no member, or null, is empty.
    ///
    /// Throws ``DefinitionError/parameter(_:reason:)``.
    func filled(
        by members: HTTPContent.Members, _ options: FieldOptions, noting used: inout Set<String>
    ) throws(DefinitionError) -> String {
        var text = ""
        var names: [String] = []
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .gap(let name):
                names.append(name)
                guard let value = members[name], value != .null else { continue }
                text += try escaped(value, name, behind: text, options)
            }
        }
        used.formUnion(names)
        guard text.dotSegments <= shape.dotSegments else {
            throw .parameter(names.joined(separator: ", "), reason: "it makes a segment of the path . or ..")
        }
        return text
    }

    private func escaped(
        _ value: HTTPContent, _ name: String, behind text: String, _ options: FieldOptions
    ) throws(DefinitionError) -> String {
        let plain: String
        do throws(HTTPContentError) {
            plain = try options.text(of: value)
        } catch {
            throw .parameter(name, reason: "\(value.short) is no text and no number")
        }
        guard isAbsolute, text.isBeforePath else { return plain.percentEncoded() }
        // A scheme, a host or a port: nothing in there is escaped, and nothing may end it.
        let isSound = plain.utf8.allSatisfy { $0.isAlphanumeric || "-._~:[]".utf8.contains($0) }
        guard isSound else { throw .parameter(name, reason: "\(value.short) is no scheme, host or port") }
        return plain
    }
}

extension String {
    /// Whether what follows is a part of the scheme or the authority of an absolute URL (RFC 3986, section 3.2).
    fileprivate var isBeforePath: Bool {
        guard let slashes = firstRange(of: "://") else { return true }
        return !self[slashes.upperBound...].contains { "/?#".contains($0) }
    }
}

extension UInt8 {
    /// Names may have letters of any script.
    fileprivate var isNamePart: Bool { isAlphanumeric || "_-.".utf8.contains(self) || self >= 0x80 }
}
