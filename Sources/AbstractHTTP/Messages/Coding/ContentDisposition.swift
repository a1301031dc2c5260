import Foundation

/// The value of a Content-Disposition field (RFC 6266), which says how to save a response.
///
/// ```swift
/// let disposition = ContentDisposition("attachment; filename=\"e.txt\"; filename*=UTF-8''%E2%82%AC.txt")
/// disposition.fileName        // €.txt
/// disposition.safeFileName    // the same, and never a path
/// ```
///
/// Reading never fails. Malformed parts are left out, and if a parameter repeats, the first one is used.
public struct ContentDisposition: Hashable, Sendable {
    /// The disposition type in lowercase, such as `attachment` or `inline`.
    public let type: String
    /// The parameters as they are written, by their names in lowercase.
    public let parameters: [String: String]
    /// The file name that the server sent: that of `filename*` if it can be decoded (RFC 8187), and otherwise that of
    /// `filename`. It can be a path, unlike ``safeFileName``.
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

    /// The file name without anything that leads out of a folder (RFC 6266, section 4.3): its last component, without
    /// control characters, and at most 255 bytes with the extension kept. It is nil if nothing is left.
    public var safeFileName: String? { fileName?.safeFileName }
}

extension HeaderScanner {
    /// The next parameter, or nil if there is none before the next semicolon.
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
