import Foundation

/// What a server says about how its response is to be kept: a Content-Disposition field (RFC 6266).
///
/// ```swift
/// let disposition = ContentDisposition("attachment; filename=\"e.txt\"; filename*=UTF-8''%E2%82%AC.txt")
/// disposition.fileName        // €.txt
/// disposition.safeFileName    // the same, and never a path
/// ```
///
/// Nothing is refused: what cannot be read is left out, and of a parameter that repeats the first one counts.
public struct ContentDisposition: Hashable, Sendable {
    /// `attachment`, `inline` or another one, in lower case.
    public let type: String
    /// The parameters as they are written, their names in lower case.
    public let parameters: [String: String]
    /// The file name as the server gives it: that of `filename*` when it can be decoded (RFC 8187), otherwise that of
    /// `filename`. It may be a path; ``safeFileName`` is none.
    public let fileName: String?

    /// Reads the value of a field.
    public init(_ value: String) {
        var scanner = HeaderScanner(value)
        type = scanner.text(before: UInt8(ascii: ";")).lowercased()
        var parameters: [String: String] = [:]
        var extended: String?
        while scanner.skip(UInt8(ascii: ";")) {
            guard let parameter = scanner.dispositionParameter(), parameters[parameter.name] == nil else { continue }
            parameters[parameter.name] = parameter.value
            if parameter.name == "filename*", !parameter.isQuoted {
                extended = ExtendedValue(parameter.value)?.text
            }
        }
        self.parameters = parameters
        fileName = extended ?? parameters["filename"]
    }

    /// The file name without anything that leads out of a folder: its last component, without control characters, and
    /// at most 255 bytes of it with the extension kept (RFC 6266, section 4.3); nil when nothing is left.
    public var safeFileName: String? { fileName?.safeFileName }
}

extension HeaderScanner {
    /// The parameter that is next; nil when there is none up to the next semicolon.
    fileprivate mutating func dispositionParameter() -> (name: String, value: String, isQuoted: Bool)? {
        skipWhitespace()
        let name = token()?.lowercased()
        skipWhitespace()
        guard let name, skip(UInt8(ascii: "=")) else {
            skip(to: UInt8(ascii: ";"))
            return nil
        }
        skipWhitespace()
        guard isAtQuote else { return (name, text(before: UInt8(ascii: ";")), false) }
        let value = quotedString()
        skip(to: UInt8(ascii: ";"))
        return value.map { (name, $0, true) }
    }
}
