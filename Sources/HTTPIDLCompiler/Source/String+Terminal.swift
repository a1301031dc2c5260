extension String {
    /// The text with everything that controls a terminal escaped, such as `\u{202E}`, except line feeds and tabs. Files
    /// and their names may come from elsewhere.
    package var withoutTerminalControls: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case _ where scalar == "\n" || scalar == "\t": text.unicodeScalars.append(scalar)
            case .control, .lineSeparator, .paragraphSeparator, .format: text += scalar.escaped(asASCII: true)
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The same in one line.
    package var inOneLine: String { withoutTerminalControls.replacing("\n", with: "\\n") }
}
