/// The head of a response as it arrived (RFC 9112, sections 4 and 5). Its fields become strings when they are read.
///
/// It has a status line, and then one field per line. A line that begins with a space continues the previous one.
package final class HeaderBlock: Sendable {
    private let bytes: [UInt8]
    private let isTrailers: Bool
    private let read = LockedValue<[HTTPHeaders.Field]?>(nil)

    /// Takes a head, including its status line and the empty line at its end.
    package init(_ bytes: [UInt8]) {
        (self.bytes, isTrailers) = (bytes, false)
    }

    /// Takes the lines of trailers, which have no status line.
    package init(trailers bytes: [UInt8]) {
        (self.bytes, isTrailers) = (bytes, true)
    }

    /// Whether all fields have become strings.
    var isRead: Bool { read.withLock { $0 != nil } }

    /// All fields, in order.
    var fields: [HTTPHeaders.Field] {
        if let fields = read.withLock({ $0 }) { return fields }
        var fields: [HTTPHeaders.Field] = []
        forEachField { name, value in
            fields.append(field(HTTPHeaderName(rawValue: String(decoding: bytes[name], as: UTF8.self)), value))
        }
        read.withLock { $0 = fields }
        return fields
    }

    /// The values of `name`, in order.
    func values(for name: HTTPHeaderName) -> [String] {
        if let fields = read.withLock({ $0 }) { return fields.lazy.filter { $0.name == name }.map(\.value) }
        var values: [String] = []
        forEachField(named: name) { values.append(field(name, $0).value) }
        return values
    }

    /// The fields with this name, in order.
    func fields(for name: HTTPHeaderName) -> [HTTPHeaders.Field] {
        if let fields = read.withLock({ $0 }) { return fields.filter { $0.name == name } }
        var fields: [HTTPHeaders.Field] = []
        forEachField(named: name) { fields.append(field(name, $0)) }
        return fields
    }

    /// A field with its value on one line. A line end within it becomes a space (RFC 9112, section 5.2).
    private func field(_ name: HTTPHeaderName, _ value: Range<Int>) -> HTTPHeaders.Field {
        guard bytes[value].contains(where: \.isLineEnd) else {
            return HTTPHeaders.Field(name: name, bytes: bytes[value])
        }
        let lines = bytes[value].split(whereSeparator: \.isLineEnd).map { bytes[withoutOuterBlanks($0.indices)] }
        return HTTPHeaders.Field(name: name, bytes: ArraySlice(lines.joined(separator: [UInt8(ascii: " ")])))
    }

    /// Calls `body` with the position of the value of each field with this name.
    private func forEachField(named name: HTTPHeaderName, _ body: (_ value: Range<Int>) -> Void) {
        let wanted = name.rawValue.utf8
        forEachField { name, value in
            guard name.count == wanted.count else { return }
            if zip(bytes[name], wanted).allSatisfy({ $0.lowercasedASCII == $1.lowercasedASCII }) { body(value) }
        }
    }

    /// Calls `body` with the positions of the name and the value of each field.
    private func forEachField(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
        var line = isTrailers ? 0 : endOfLine(from: 0)
        while line < bytes.count {
            var end = endOfLine(from: line)
            while end < bytes.count, bytes[end].isBlank { end = endOfLine(from: end) }
            if let colon = bytes[line..<end].firstIndex(of: UInt8(ascii: ":")) {
                body(withoutOuterBlanks(line..<colon), withoutOuterBlanks((colon + 1)..<end))
            }
            line = end
        }
    }

    /// The index after the next line feed.
    private func endOfLine(from start: Int) -> Int {
        bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    }

    private func withoutOuterBlanks(_ range: Range<Int>) -> Range<Int> {
        let isContent: (UInt8) -> Bool = { !$0.isBlank && !$0.isLineEnd }
        guard let first = bytes[range].firstIndex(where: isContent), let last = bytes[range].lastIndex(where: isContent)
        else { return range.lowerBound..<range.lowerBound }
        return first..<(last + 1)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
    fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\r") || self == UInt8(ascii: "\n") }
}
