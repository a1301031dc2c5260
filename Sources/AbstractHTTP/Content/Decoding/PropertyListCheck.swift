import Foundation

extension Data {
    /// Throws `DecodingError` unless this is a property list that Foundation can read safely.
    package func checkPropertyList() throws(DecodingError) {
        let isSound = starts(with: Data("bplist".utf8)) ? isSoundBinaryPropertyList : isSoundXMLPropertyList
        guard !isSound else { return }
        throw .dataCorrupted(.init(codingPath: [], debugDescription: "the body is not a well-formed property list"))
    }

    /// Foundation reads each level recursively, and the stack of a task on an Apple system has only 512 KB.
    private static let deepestNesting = 128

    private var isSoundXMLPropertyList: Bool {
        guard let text, !text.utf8.contains(0) else { return false }
        var scanner = XMLNesting(text)
        return scanner.isSound(to: Self.deepestNesting)
    }

    /// The bytes as UTF-8, or as UTF-16 if they begin with its byte order mark.
    private var text: String? {
        let isUTF16 = starts(with: [0xFE, 0xFF]) || starts(with: [0xFF, 0xFE])
        return isUTF16 ? String(data: self, encoding: .utf16) : String(validUTF8: self)
    }

    private var isSoundBinaryPropertyList: Bool {
        guard var objects = BinaryPropertyListObjects(self) else { return false }
        return objects.isSound(to: Self.deepestNesting)
    }
}

/// How deeply the elements of an XML document are nested, and whether its dates are sound.
private struct XMLNesting {
    private var rest: Substring.UTF8View
    /// Whether a comment, character data, or a declaration could be read in different ways.
    private var isMalformed = false

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    /// Whether the text begins like XML, no element is deeper than `limit`, and every date is sound.
    mutating func isSound(to limit: Int) -> Bool {
        let start = rest.drop { " \t\r\n\u{FEFF}".utf8.contains($0) }
        guard start.first == UInt8(ascii: "<") else { return false }
        var depth = 0
        while let tag = nextTag() {
            if tag.first == UInt8(ascii: "/") {
                depth -= 1
            } else if tag.last != UInt8(ascii: "/") {
                depth += 1
                // Foundation also takes an element for a date if its name only begins like this.
                if tag.starts(with: "date".utf8), !isBeforeSoundDate { return false }
            }
            guard (0...limit).contains(depth) else { return false }
        }
        return !isMalformed
    }

    /// The text between `<` and `>` of the next element. Skips comments, character data, and declarations.
    private mutating func nextTag() -> Substring.UTF8View? {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[rest.index(after: start)...]
            if rest.starts(with: "!--".utf8) {
                rest = rest.dropFirst(3)
                skip(to: "-->")
            } else if rest.starts(with: "![CDATA[".utf8) {
                skip(to: "]]>")
            } else if rest.starts(with: "?".utf8) {
                rest = rest.dropFirst(1)
                skipInstruction()
            } else if rest.starts(with: "!".utf8) {
                skip(to: ">")
            } else {
                let tag = rest.prefix { $0 != UInt8(ascii: ">") }
                rest = rest[tag.endIndex...]
                return tag
            }
        }
        return nil
    }

    /// Whether the text up to the next element is a date with a year of at most six digits, because Foundation ends the
    /// process on some larger years.
    private var isBeforeSoundDate: Bool {
        let text = String(Substring(rest.dropFirst().prefix { $0 != UInt8(ascii: "<") }))
        let form = text.trimmingCharacters(in: .whitespacesAndNewlines).utf8
            .map { $0.isDigit ? UInt8(ascii: "0") : $0 }
        let afterYear = "-00-00T00:00:00Z".utf8
        guard form.count > afterYear.count, form.suffix(afterYear.count).elementsEqual(afterYear) else { return false }
        var year = form.dropLast(afterYear.count)
        if year.first == UInt8(ascii: "-") { year.removeFirst() }
        return (1...6).contains(year.count) && year.allSatisfy { $0 == UInt8(ascii: "0") }
    }

    private mutating func skip(to end: String) {
        while !rest.isEmpty, !rest.starts(with: end.utf8) { rest.removeFirst() }
        if rest.isEmpty { isMalformed = true }
    }

    /// Skips a processing instruction. It must have a target (XML 1.0, section 2.6), because Foundation ends `<?>` at
    /// once. A declaration must name an encoding in which `<` is one byte or UTF-16, because others can hide elements.
    private mutating func skipInstruction() {
        let start = rest
        skip(to: "?>")
        let instruction = Array(start[..<rest.startIndex])
        if instruction.isEmpty || instruction.first == UInt8(ascii: ">") { isMalformed = true }
        if instruction.starts(with: "xml".utf8), !instruction.declaresSafeEncoding { isMalformed = true }
    }
}

extension [UInt8] {
    /// Whether an XML declaration names one of the safe encodings, or none. The rules are strict, because Foundation
    /// searches for the encoding in its own way: only ASCII, and at most one `encoding`.
    fileprivate var declaresSafeEncoding: Bool {
        guard allSatisfy({ $0 < 0x80 }) else { return false }
        let parts = String(decoding: self, as: UTF8.self).components(separatedBy: "encoding")
        guard parts.count == 2 else { return parts.count == 1 }
        let value = parts[1].unicodeScalars.drop { " \t\r\n=".unicodeScalars.contains($0) }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return false }
        let name = String(String.UnicodeScalarView(value.dropFirst().prefix { $0 != quote })).lowercased()
        return ["utf-8", "utf-16", "us-ascii", "iso-8859-1"].contains(name)
    }
}
