import AbstractHTTP
import Foundation

/// Parses a JSON text sequence from chunks of any size (RFC 7464). It has no I/O, and looks only for the end of each
/// text.
///
/// Each text follows a record separator (U+001E). A text is returned when the line feed after it arrives, or the next
/// record separator.
///
/// ```swift
/// var parser = JSONTextParser()
/// parser.append(Data("\u{1E}{\"id\":1}\n".utf8))
/// let first = try parser.next()    // {"id":1}
/// ```
public struct JSONTextParser: StreamParser {
    private static let separator: UInt8 = 0x1E

    private let limit: Int
    private var bytes = ByteQueue()
    /// How far ``bytes`` has been scanned.
    private var scanned = 0
    /// Whether the record separator before the next text has arrived.
    private var isSeparated = false
    private var scan = JSONScan()

    /// Creates a parser.
    ///
    /// - Parameter limit: The maximum size of a text in bytes.
    public init(limit: Int = 1 << 20) { self.limit = limit }

    /// Takes the next bytes of the stream.
    public mutating func append(_ chunk: Data) { bytes.append(chunk) }

    /// Returns the next text, or nil if it has not arrived yet.
    ///
    /// - Throws: `StreamLimitExceeded` for a text that is too large, and ``InvalidJSONTextSequence``.
    public mutating func next() throws -> Data? {
        while scanned < bytes.count {
            let byte = bytes[scanned]
            if byte == Self.separator {
                let text = try takeText()
                isSeparated = true
                bytes.removeFirst(1)
                if let text { return text }
            } else if byte.isJSONWhitespace, !scan.hasContent {
                bytes.removeFirst(1)
            } else {
                guard isSeparated else { throw InvalidJSONTextSequence.noSeparator(byte) }
                scan.take(byte)
                scanned += 1
                // A line feed after the text does not count.
                guard scanned - 1 <= limit else { throw StreamLimitExceeded(.text, limit: limit) }
                if byte == UInt8(ascii: "\n"), scan.isComplete {
                    isSeparated = false
                    if let text = try takeText() { return text }
                }
            }
        }
        return nil
    }

    /// Returns the text that the end of the stream completes.
    ///
    /// - Throws: ``InvalidJSONTextSequence/truncated`` for a text that the end of the stream cuts off.
    public mutating func last() throws -> Data? { try takeText() }

    /// Removes and returns the scanned text, or returns nil if there is none.
    private mutating func takeText() throws(InvalidJSONTextSequence) -> Data? {
        let text = bytes[0..<scanned]
        let content = text.dropLast(while: \.isJSONWhitespace)
        let (scan, isEnded) = (self.scan, content.count < text.count)
        bytes.removeFirst(scanned)
        (scanned, self.scan) = (0, JSONScan())
        guard let first = content.first else { return nil }
        // A number or a literal that ends without a space may be a part of a longer one (RFC 7464, section 2.4).
        let isDelimited = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first)
        guard scan.isComplete, isDelimited || isEnded else { throw .truncated }
        return Data(content)
    }
}

/// A body is not a JSON text sequence (RFC 7464).
public enum InvalidJSONTextSequence: Error, Hashable, Sendable {
    /// This byte was found where a record separator is expected.
    case noSeparator(UInt8)
    /// A text is cut off, by the next record separator or by the end of the body.
    case truncated
}

extension InvalidJSONTextSequence: CustomStringConvertible {
    /// What is wrong.
    public var description: String {
        switch self {
        case .noSeparator(let byte):
            "the body is not a JSON text sequence: it has the byte \(byte) where a record separator (30) is expected"
        case .truncated: "a text of the JSON text sequence is cut off"
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func dropLast(while isDropped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        lastIndex { !isDropped($0) }.map { self[...$0] } ?? []
    }
}
