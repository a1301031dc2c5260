/// The text of one `.http` file.
///
/// ```swift
/// let file = try SourceFile(path: "friends.http", bytes: Data(contentsOf: url))
/// ```
public struct SourceFile: Sendable {
    /// The path of the file in messages.
    public let path: String
    /// Identifies the file. It is the path, unless the same file can have several paths.
    public var identity: String
    let bytes: [UInt8]
    /// The offset of each line's first byte.
    private let lineStarts: [Int]
    /// Whether each character is one byte.
    private let isASCII: Bool

    /// Creates a file from text.
    public init(path: String, text: String) {
        self.init(path: path, validUTF8: Array(text.utf8))
    }

    /// Creates a file from UTF-8 bytes. Throws a ``Diagnostic`` with the first place that is not UTF-8.
    public init(path: String, bytes: some Sequence<UInt8>) throws(Diagnostic) {
        let bytes = Array(bytes)
        guard let offset = bytes.firstInvalidUTF8 else {
            self.init(path: path, validUTF8: bytes)
            return
        }
        let before = Self(path: path, validUTF8: Array(bytes[..<offset]))
        throw Diagnostic("the file is not UTF-8 from here on; save it as UTF-8", at: offset..<offset, in: before)
    }

    private init(path: String, validUTF8 bytes: [UInt8]) {
        self.path = path
        identity = path.normalizedPath
        self.bytes = bytes
        isASCII = bytes.allSatisfy { $0 < 0x80 }
        lineStarts = [0] + bytes.indices.filter { bytes.endsLine(at: $0) }.map { $0 + 1 }
    }

    /// The name of the file without its folder and its extension.
    var baseName: String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.hasSuffix(".http") ? name.dropLast(5) : name)
    }

    /// The text of a range of bytes.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The line of an offset, counted from 0.
    func line(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns `path:line:column`, with both numbers counted from 1 and columns in characters.
    func place(of offset: Int) -> String {
        let line = line(of: offset)
        let before = lineStarts[line]..<offset
        return "\(path):\(line + 1):\((isASCII ? before.count : text(before).count) + 1)"
    }

    /// The byte range of the line at an offset, without its line ending.
    func lineRange(of offset: Int) -> Range<Int> {
        let line = line(of: offset)
        let start = lineStarts[line]
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.endIndex
        while end > start, bytes[end - 1].endsLine { end -= 1 }
        return start..<end
    }
}

extension [UInt8] {
    /// Whether the byte is the last one of a line ending, which is LF, CR LF, or CR.
    fileprivate func endsLine(at index: Int) -> Bool {
        self[index] == UInt8(ascii: "\n")
            || self[index] == UInt8(ascii: "\r") && (index + 1 == count || self[index + 1] != UInt8(ascii: "\n"))
    }

    /// The offset of the first byte that is not valid UTF-8, or nil if there is none.
    fileprivate var firstInvalidUTF8: Int? {
        var decoder = UTF8()
        var iterator = makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}
