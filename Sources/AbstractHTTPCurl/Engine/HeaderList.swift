import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// The header fields of a request in the form that libcurl takes: a linked list of lines in one piece of memory.
///
/// Keep it as long as a transfer uses it.
final class HeaderList {
    /// The first line, or nil if there is none.
    let first: UnsafeMutablePointer<LCHeaderNode>?
    private let memory: UnsafeMutableRawPointer?

    init(_ lines: [Line]) {
        guard !lines.isEmpty else {
            (first, memory) = (nil, nil)
            return
        }
        let nodeBytes = MemoryLayout<LCHeaderNode>.stride * lines.count
        let textBytes = lines.reduce(0) { $0 + $1.count + 1 }
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: nodeBytes + textBytes, alignment: MemoryLayout<LCHeaderNode>.alignment)
        let nodes = memory.bindMemory(to: LCHeaderNode.self, capacity: lines.count)
        var text = (memory + nodeBytes).bindMemory(to: CChar.self, capacity: textBytes)
        for (index, line) in lines.enumerated() {
            let next = index + 1 < lines.count ? nodes + index + 1 : nil
            (nodes + index).initialize(to: LCHeaderNode(line: text, next: next))
            for byte in line.text.utf8 {
                text.initialize(to: CChar(bitPattern: byte))
                text += 1
            }
            for byte in line.bytes {
                text.initialize(to: CChar(bitPattern: byte))
                text += 1
            }
            text.initialize(to: 0)
            text += 1
        }
        (first, self.memory) = (nodes, memory)
    }

    deinit {
        memory?.deallocate()
    }

    /// A line: a text in UTF-8, and then bytes that may not be UTF-8.
    struct Line: Equatable, ExpressibleByStringInterpolation {
        var text: String
        var bytes: [UInt8] = []

        var count: Int { text.utf8.count + bytes.count }

        init(stringLiteral text: String) { self.text = text }

        init(_ field: HTTPHeaders.Field) {
            // libcurl would omit a field with a colon and no value.
            let isBlank = field.value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if isBlank {
                text = "\(field.name.rawValue);"
            } else if field.isLatin1 {
                (text, bytes) = ("\(field.name.rawValue): ", field.bytes)
            } else {
                text = "\(field.name.rawValue): \(field.value)"
            }
        }
    }
}

extension HTTPHeaders {
    /// The lines for libcurl. They contain the fields, and a line without a value for fields that libcurl would add.
    ///
    /// The connector sets the fields that frame the body.
    func curlLines(hasBody: Bool) -> [HeaderList.Line] {
        var lines: [HeaderList.Line] = []
        var (hasExpect, hasContentType, hasAcceptEncoding, hasRange) = (false, false, false, false)
        for field in self {
            switch field.name {
            case let name where name.framesBody: continue
            case .contentType: hasContentType = true
            case "Expect": hasExpect = true
            case "Accept-Encoding": hasAcceptEncoding = true
            case "Range": hasRange = true
            default: break
            }
            lines.append(HeaderList.Line(field))
        }
        // A range of an encoded body is a part of the encoded bytes, which cannot be decoded (RFC 9110, section 14.1).
        if !hasAcceptEncoding, let accepted = hasRange ? "identity" : ContentCoding.accepted {
            lines.append("Accept-Encoding: \(accepted)")
        }
        if hasBody, !hasExpect { lines.append("Expect:") }
        if hasBody, !hasContentType { lines.append("Content-Type:") }
        return lines
    }

    /// Whether both have the same fields with the same bytes.
    func isSame(as other: HTTPHeaders) -> Bool {
        fields.elementsEqual(other.fields) {
            $0.name.rawValue.hasBytes(of: $1.name.rawValue) && $0.value.hasBytes(of: $1.value)
                && $0.isLatin1 == $1.isLatin1
        }
    }
}

extension String {
    /// Whether both have the same bytes. The operator `==` also accepts other bytes for the same characters. Compares
    /// memory, because comparing through iterators is slow.
    fileprivate func hasBytes(of other: String) -> Bool {
        var (text, other) = (self, other)
        return text.withUTF8 { text in
            other.withUTF8 { other in
                guard text.count == other.count else { return false }
                guard let start = text.baseAddress, let otherStart = other.baseAddress else { return true }
                return memcmp(start, otherStart, text.count) == 0
            }
        }
    }
}
