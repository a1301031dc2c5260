/// Text of a server that controls a terminal: an escape sequence, C1 controls, bidirectional controls, and line ends.
package let terminalControls = "\u{1B}[2J\u{9B}1m\u{7F}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\r\nx"

extension String {
    /// The control and format characters of a description, except line feeds.
    package var controlsOfTerminal: [Unicode.Scalar] {
        unicodeScalars.filter { scalar in
            let category = scalar.properties.generalCategory
            return scalar != "\n" && [.control, .format, .lineSeparator, .paragraphSeparator].contains(category)
        }
    }
}
