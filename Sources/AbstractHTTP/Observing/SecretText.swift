/// Finds secrets in a text whose format is not known: a header field, a message, GraphQL, XML, or a part of JSON.
struct SecretText {
    private let bytes: [UInt8]
    private let redaction: Redaction
    private var shown: [UInt8] = []
    private var index = 0

    private init(_ text: String, _ redaction: Redaction) {
        (bytes, self.redaction) = (Array(text.utf8), redaction)
        shown.reserveCapacity(bytes.count)
    }

    /// Returns the text without the values of secret names, the credentials of authentication schemes, JSON Web Tokens,
    /// and the secrets of URLs.
    static func redacted(_ text: String, _ redaction: Redaction) -> String {
        var scanner = Self(text, redaction)
        scanner.scan()
        return String(decoding: scanner.shown, as: UTF8.self)
    }

    private mutating func scan() {
        while index < bytes.count {
            if bytes[index].isOfName {
                scanName()
            } else if bytes[index] == UInt8(ascii: "<") {
                scanElement()
            } else {
                show(upTo: index + 1)
            }
        }
    }

    /// Shows the bytes from the index to `end`.
    private mutating func show(upTo end: Int) {
        shown += bytes[index..<end]
        index = end
    }

    /// Shows the mark in place of the bytes from the index to `end`.
    private mutating func hide(upTo end: Int) {
        shown += Redaction.mark.utf8
        index = end
    }

    private func end(from start: Int, while isIncluded: (UInt8) -> Bool) -> Int {
        bytes[start...].firstIndex { !isIncluded($0) } ?? bytes.count
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: - Names

    /// A name, and its value if that is secret.
    private mutating func scanName() {
        let nameEnd = end(from: index, while: \.isOfName)
        let name = index..<nameEnd
        if let urlEnd = endOfURL(after: name) {
            let url = redaction.url(text(index..<urlEnd))
            shown += url.utf8
            index = urlEnd
        } else if bytes[name].isToken {
            hide(upTo: nameEnd)
        } else if let credentials = credentials(after: name) {
            show(upTo: credentials.lowerBound)
            hide(upTo: credentials.upperBound)
        } else if redaction.isSecret(text(name), isParameter: false), let value = value(after: name) {
            // Only the value of a secret name is looked for, because the scan continues after it. Otherwise, a text of
            // many names would take quadratic time.
            show(upTo: value.lowerBound)
            hide(upTo: value.upperBound)
        } else {
            show(upTo: nameEnd)
        }
    }

    /// The end of a URL whose scheme is this name. A URL ends at a space or at a quotation mark.
    private func endOfURL(after scheme: Range<Int>) -> Int? {
        guard bytes[scheme.upperBound...].starts(with: "://".utf8) else { return nil }
        return end(from: scheme.upperBound) { $0 > 0x20 && !"\"'<>\\`".utf8.contains($0) }
    }

    /// The credentials after the name of an authentication scheme (RFC 9110, section 11.4).
    private func credentials(after name: Range<Int>) -> Range<Int>? {
        guard Self.schemes.contains(text(name).lowercased()) else { return nil }
        let start = end(from: name.upperBound) { $0 == 0x20 }
        let padding = end(from: start) { $0.isOfName || "~+/".utf8.contains($0) }
        let end = end(from: padding) { $0 == UInt8(ascii: "=") }
        // Otherwise, this is a parameter of a challenge.
        let isComplete =
            end == padding || end == bytes.count || !(bytes[end].isOfName || bytes[end] == UInt8(ascii: "\""))
        return start > name.upperBound && end - start >= 6 && isComplete ? start..<end : nil
    }

    private static let schemes: Set<String> = ["bearer", "basic", "dpop", "negotiate"]

    /// The value after a name and an equals sign or a colon. A value after a colon is in quotation marks.
    private func value(after name: Range<Int>) -> Range<Int>? {
        var position = skipQuote(name.upperBound).position
        position = end(from: position) { $0 == 0x20 }
        guard position < bytes.count, [UInt8(ascii: "="), UInt8(ascii: ":")].contains(bytes[position]) else {
            return nil
        }
        let isAssigned = bytes[position] == UInt8(ascii: "=")
        position = end(from: position + 1) { $0 == 0x20 }
        let (start, quote) = skipQuote(position)
        if let quote { return start..<endOfQuoted(from: start, quote) }
        guard isAssigned else { return nil }
        let end = end(from: start) { $0 > 0x20 && !"&;\"'<".utf8.contains($0) }
        return end > start ? start..<end : nil
    }

    /// Skips a quotation mark, which may have a backslash before it.
    private func skipQuote(_ position: Int) -> (position: Int, quote: UInt8?) {
        let start = end(from: position) { $0 == UInt8(ascii: "\\") }
        guard start < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[start]) else {
            return (position, nil)
        }
        return (start + 1, bytes[start])
    }

    /// The end of a text in quotation marks. A mark after a backslash is a part of the text, unless the first one has a
    /// backslash, too.
    private func endOfQuoted(from start: Int, _ quote: UInt8) -> Int {
        let backslash = UInt8(ascii: "\\")
        let isEscaped = start >= 2 && bytes[start - 2] == backslash
        var position = start
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == backslash {
                if isEscaped { break }
                position += 1
            }
            position += 1
        }
        return min(position, bytes.count)
    }

    // MARK: - XML

    /// The start of an element, and its text and its attributes if its name is secret.
    private mutating func scanElement() {
        let nameEnd = end(from: index + 1) { $0.isOfName || $0 == UInt8(ascii: ":") }
        let name = bytes[(index + 1)..<nameEnd].split(separator: UInt8(ascii: ":")).last.map(Array.init) ?? []
        guard redaction.isSecret(String(decoding: name, as: UTF8.self), isParameter: false) else {
            return show(upTo: index + 1)
        }
        show(upTo: nameEnd)
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            let (start, quote) = skipQuote(index)
            guard let quote else {
                let next = end(from: index) { $0 == UInt8(ascii: "\\") }
                show(upTo: max(next, index + 1))
                continue
            }
            show(upTo: start)
            hide(upTo: endOfQuoted(from: start, quote))
            show(upTo: min(index + 1, bytes.count))
        }
        guard index < bytes.count else { return }
        let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
        show(upTo: index + 1)
        guard !isEmpty else { return }
        let isData = bytes[index...].starts(with: "<![CDATA[".utf8)
        let end = end(from: isData ? index + 1 : index) { $0 != UInt8(ascii: "<") }
        if end > index { hide(upTo: end) }
    }
}

extension UInt8 {
    /// Whether the byte can be a part of a name.
    fileprivate var isOfName: Bool { isAlphanumeric || self >= 0x80 || "_-.[]$".utf8.contains(self) }

    fileprivate var isBase64URL: Bool { isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}

extension ArraySlice<UInt8> {
    /// Whether this is a JSON Web Token, or another token of three parts in base64url (RFC 7515, section 3.1).
    fileprivate var isToken: Bool {
        let parts = split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 3, allSatisfy({ $0.isBase64URL || $0 == UInt8(ascii: ".") }) else { return false }
        // The first part of a JSON Web Token is an object of JSON.
        return starts(with: "eyJ".utf8) || parts.count == 3 && parts.allSatisfy { $0.count >= 20 }
    }
}
