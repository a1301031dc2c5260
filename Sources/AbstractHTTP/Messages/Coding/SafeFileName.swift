import Foundation

extension String {
    /// The text as the name of a file, without anything that leads out of a folder: the last component of a path,
    /// without control characters and without dots that would hide it, and at most 255 bytes of it with the extension
    /// kept (RFC 6266, section 4.3); nil when nothing is left.
    var safeFileName: String? {
        // By scalars: what follows a slash may make one character of both, which is none.
        let visible = unicodeScalars.filter { !$0.properties.isControl }
        let last = visible.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? visible[...]
        let name = last.drop { $0 == "." || $0.properties.isWhitespace }
        let cut = String(Substring(name)).trimmingCharacters(in: .whitespaces).cut(toBytes: Self.bytesOfFileName)
        return cut.isEmpty ? nil : cut
    }

    /// The most bytes that common file systems give a name.
    static let bytesOfFileName = 255

    /// The text, its end cut off so that it has at most `limit` bytes of UTF-8; what stands after the last dot stays,
    /// when it is short.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let dot = lastIndex(of: ".")
        let ending = dot.map { self[$0...] }.flatMap { $0.utf8.count <= 32 ? $0 : nil } ?? ""
        var start = dropLast(ending.count)
        while start.utf8.count + ending.utf8.count > limit { start.removeLast() }
        return String(start + ending)
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
