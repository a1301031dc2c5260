extension String {
    /// The string with line breaks, control characters, and format characters escaped, such as `\u{A}`. Format
    /// characters include bidirectional controls such as U+202E. A text from a server or a file that was not escaped
    /// could control the terminal that shows it.
    package var inOneLine: String {
        guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: text += scalar.escaped(asASCII: true)
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
