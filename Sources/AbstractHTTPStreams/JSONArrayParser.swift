import AbstractHTTP
import Foundation

/// Parses the elements of a JSON array from chunks of any size (RFC 8259, section 5). It has no I/O, and looks only for
/// the end of each element.
///
/// ```swift
/// var parser = JSONArrayParser()
/// parser.append(Data("[{\"id\":1},{\"id\"".utf8))
/// let first = try parser.next()    // {"id":1}
/// ```
///
/// The array is the whole text, or the value of a key, as in `{"items":[…],"count":2}`. The parser skips all other
/// members, and does not check them.
public struct JSONArrayParser: StreamParser {
    private let key: String?
    private let limit: Int
    private var bytes = ByteQueue()
    /// How far ``bytes`` has been scanned.
    private var scanned = 0
    private var state = State.start
    private var scan = JSONScan()
    private var hasFoundArray = false
    /// Whether the bytes of a byte order mark would be an error here.
    private var isPastMark = false

    /// What is expected next.
    private enum State {
        case start
        case key(isFirst: Bool)
        case colon(isOfArray: Bool)
        case value(isOfArray: Bool)
        case element(isFirst: Bool)
        /// The rest of a value.
        case rest(Value)
        case commaInArray
        case commaInObject
        case end
    }

    /// What a value is for.
    private enum Value {
        case key, element, skipped
        /// An object where an array is expected. It can be an error of the server.
        case wrongObject
    }

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - key: The key of the array in an object, or nil if the array is the whole text.
    ///   - limit: The maximum size of an element in bytes.
    public init(key: String? = nil, limit: Int = 1 << 20) { (self.key, self.limit) = (key, limit) }

    /// Takes the next bytes of the stream.
    public mutating func append(_ chunk: Data) { bytes.append(chunk) }

    /// Returns the next element, or nil if it has not arrived yet.
    ///
    /// - Throws: `StreamLimitExceeded` for an element that is too large, ``InvalidJSONArray``, and
    ///   ``StreamElementError`` for an object in place of the array.
    public mutating func next() throws -> Data? {
        guard skipsByteOrderMark() else { return nil }
        while scanned < bytes.count {
            if case .rest(let value) = state {
                if let element = try finish(value) { return element }
            } else {
                try pass(bytes[scanned])
            }
        }
        return nil
    }

    /// Returns nil, because an array shows its end.
    ///
    /// - Throws: ``InvalidJSONArray/truncated`` if the array has not ended.
    public mutating func last() throws -> Data? {
        guard case .end = state else { throw InvalidJSONArray.truncated }
        return nil
    }
}

// MARK: - Between values

extension JSONArrayParser {
    /// Removes a byte order mark at the beginning of the text. Returns false if more bytes have to arrive first.
    private mutating func skipsByteOrderMark() -> Bool {
        guard !isPastMark else { return true }
        guard bytes.count > 0 else { return false }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes[0] == mark[0] {
            guard bytes.count >= mark.count else { return false }
            if bytes.starts(with: mark) { drop(mark.count) }
        }
        isPastMark = true
        return true
    }

    private mutating func pass(_ byte: UInt8) throws(InvalidJSONArray) {
        guard !byte.isJSONWhitespace else { return drop(1) }
        switch (state, byte) {
        case (.start, UInt8(ascii: "[")) where key == nil: beginArray()
        case (.start, UInt8(ascii: "{")) where key != nil: move(to: .key(isFirst: true))
        case (.start, UInt8(ascii: "{")): begin(.wrongObject)
        case (.start, _): throw .notAnArray(key: key)
        case (.key, UInt8(ascii: "\"")): begin(.key)
        case (.key(isFirst: true), UInt8(ascii: "}")), (.commaInObject, UInt8(ascii: "}")): try endObject()
        case (.colon(let isOfArray), UInt8(ascii: ":")): move(to: .value(isOfArray: isOfArray))
        case (.value(isOfArray: true), UInt8(ascii: "[")): beginArray()
        case (.value(isOfArray: true), _): throw .notAnArray(key: key)
        case (.element(isFirst: true), UInt8(ascii: "]")), (.commaInArray, UInt8(ascii: "]")): endArray()
        case (.value, _) where byte.beginsJSONValue: begin(.skipped)
        case (.element, _) where byte.beginsJSONValue: begin(.element)
        case (.commaInArray, UInt8(ascii: ",")): move(to: .element(isFirst: false))
        case (.commaInObject, UInt8(ascii: ",")): move(to: .key(isFirst: false))
        default: throw .unexpected(byte)
        }
    }

    /// Removes bytes that have been scanned.
    private mutating func drop(_ count: Int) { bytes.removeFirst(count) }

    /// Removes a byte that is not a part of a value.
    private mutating func move(to next: State) {
        drop(1)
        state = next
    }

    private mutating func beginArray() {
        hasFoundArray = true
        move(to: .element(isFirst: true))
    }

    private mutating func endArray() { move(to: key == nil ? .end : .commaInObject) }

    private mutating func endObject() throws(InvalidJSONArray) {
        guard hasFoundArray else { throw .notAnArray(key: key) }
        move(to: .end)
    }
}

// MARK: - Values

extension JSONArrayParser {
    private mutating func begin(_ value: Value) {
        scan = JSONScan()
        state = .rest(value)
    }

    /// Scans a value. Returns it if it is an element that has ended.
    private mutating func finish(_ value: Value) throws -> Data? {
        while scanned < bytes.count {
            let byte = bytes[scanned]
            if scan.isScalar, byte.endsJSONScalar { return try end(value) }
            scan.take(byte)
            scanned += 1
            if case .skipped = value {
                drop(1)
                scanned = 0
            }
            guard scanned <= limit else { throw StreamLimitExceeded(.text, limit: limit) }
            if scan.isComplete, !scan.isScalar { return try end(value) }
        }
        return nil
    }

    private mutating func end(_ value: Value) throws -> Data? {
        let text = Data(bytes[0..<scanned])
        drop(scanned)
        scanned = 0
        switch value {
        case .element:
            state = .commaInArray
            return text
        case .key: state = .colon(isOfArray: !hasFoundArray && isKey(text))
        case .skipped: state = .commaInObject
        case .wrongObject: throw StreamElementError(objectInPlaceOfAnArray: text)
        }
        return nil
    }

    /// Whether this is the key of the array.
    private func isKey(_ text: Data) -> Bool { (try? JSONDecoder().decode(String.self, from: text)) == key }
}

/// A body is not a JSON array.
public enum InvalidJSONArray: Error, Hashable, Sendable {
    /// There is something else where the array is expected: in the whole body, or at a key.
    case notAnArray(key: String?)
    /// This byte is not expected between two values.
    case unexpected(UInt8)
    /// The body ends before the array.
    case truncated
}

extension InvalidJSONArray: CustomStringConvertible {
    /// What is wrong.
    public var description: String {
        switch self {
        case .notAnArray(nil):
            "the body is not a JSON array; if it is an object with an array, name the key of the array"
        case .notAnArray(let key?): "the body is not a JSON object with an array at the key \(key.debugDescription)"
        case .unexpected(let byte):
            "the body has the byte \(byte) where a comma or the end of an array or an object is expected"
        case .truncated: "the JSON array does not end"
        }
    }
}

extension UInt8 {
    /// Whether a number or a word of JSON ends before this byte.
    fileprivate var endsJSONScalar: Bool {
        isJSONWhitespace || self == UInt8(ascii: ",") || self == UInt8(ascii: "]") || self == UInt8(ascii: "}")
    }

    fileprivate var beginsJSONValue: Bool { !endsJSONScalar && self != UInt8(ascii: ":") }
}
