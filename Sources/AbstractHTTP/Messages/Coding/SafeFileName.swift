import Foundation

extension String {
    /// The text as a file name that does not lead out of a folder (RFC 6266, section 4.3): the last component of a
    /// path, without control characters and leading dots, and at most 255 bytes with the extension kept. It is nil if
    /// nothing is left.
    var safeFileName: String? {
        // Use scalars, because a slash and a mark after it can be one character, which is not a slash.
        let visible = unicodeScalars.filter { !$0.properties.isControl }
        let last = visible.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? visible[...]
        let name = last.drop { $0 == "." || $0.properties.isWhitespace }
        let cut = String(Substring(name)).trimmingCharacters(in: .whitespaces).cut(toBytes: Self.bytesOfFileName)
        return cut.isEmpty ? nil : cut
    }

    /// The longest file name in common file systems, in bytes.
    static let bytesOfFileName = 255

    /// The text, shortened to at most `limit` bytes of UTF-8. A short extension after the last dot stays.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        // Use scalars, because a letter and all marks after it are one character.
        let dot = unicodeScalars.lastIndex(of: ".") ?? endIndex
        let ending = utf8[dot...].count <= 32 ? Substring(unicodeScalars[dot...]) : ""
        var start = unicodeScalars.dropLast(ending.unicodeScalars.count)
        while Substring(start).utf8.count + ending.utf8.count > limit { start.removeLast() }
        return String(Substring(start) + ending)
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
