extension Parser {
    /// The name behind an equals sign: any text up to the semicolon.
    mutating func parseWireName() throws(Abandoned) -> Name? {
        guard takes("=") else { return nil }
        var (text, offset, start) = ("", end, end)
        /// The number of characters up to the last one that is no space, or an escaped one.
        var length = 0
        /// Where a brace stands, which ends the body when it turns out that the semicolon is missing.
        var brace: (length: Int, offset: Int)?
        while let (character, next) = scanner.character(at: offset), character != ";", !character.isNewline {
            if scanner.has("/*", at: offset) {
                offset = scanner.comment(at: offset).range.upperBound
                continue
            }
            let isEscaped = character == "\\"
            if character == "}", brace == nil { brace = (length, offset) }
            let kept = isEscaped ? try escaped(behind: offset, next) : character
            offset = isEscaped ? next + kept.utf8.count : next
            let isSpace = kept.isWhitespace && !isEscaped
            guard !isSpace || !text.isEmpty else {
                start = offset
                continue
            }
            text.append(kept)
            if !isSpace { length = text.count }
        }
        if scanner.byte(at: offset) != UInt8(ascii: ";"), let brace { (length, offset) = brace }
        move(to: offset)
        guard length > 0 else { throw fail("a name is expected behind `=`", at: start..<start) }
        return Name(text: String(text.prefix(length)), range: start..<offset)
    }

    private mutating func escaped(behind backslash: Int, _ offset: Int) throws(Abandoned) -> Character {
        guard let (character, _) = scanner.character(at: offset), character.canBeEscaped else {
            move(to: offset)
            throw fail("`\\` stands before a sign, like `\\;` or `\\\\`", at: backslash..<offset)
        }
        return character
    }
}
