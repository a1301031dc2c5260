import Foundation

/// What the standard output supports.
struct Terminal {
    enum Style: String {
        case bold = "1"
        case red = "31"
        case green = "32"
        case cyan = "36"
    }

    /// Whether lines can be replaced.
    let isInteractive: Bool
    private let hasColor: Bool

    /// Reads the variables `NO_COLOR` (no-color.org), `CLICOLOR_FORCE` (bixense.com/clicolors), and `TERM`.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isInteractive = isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
        let isForced = !(environment["CLICOLOR_FORCE"] ?? "0").hasPrefix("0")
        hasColor = (isInteractive || isForced) && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// The text in a style, or unchanged if the terminal has no color.
    func styled(_ text: String, _ style: Style) -> String {
        hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Replaces the line that the cursor is in.
    func replaceLine(with text: String) {
        print("\r\u{1B}[2K\(text)", terminator: "")
        fflush(nil)
    }
}
