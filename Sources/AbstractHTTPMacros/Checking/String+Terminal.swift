extension String {
    /// The text with everything that controls a terminal escaped, such as `\u{202E}`, except line feeds. A message can
    /// contain text of the source.
    var withoutTerminalControls: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case _ where scalar == "\n": text.unicodeScalars.append(scalar)
            case .control, .lineSeparator, .paragraphSeparator, .format: text += scalar.escaped(asASCII: true)
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
