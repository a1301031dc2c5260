import AbstractHTTP
import Foundation
import JSONBytes

/// A position in a JSON text, from which a ``JSONReadable`` value is read.
///
/// It checks everything that it passes: the syntax (RFC 8259), the depth, the escapes, and the UTF-8 of all strings.
/// It can also read from another decoder, because each ``JSONReadable`` type is `Decodable`.
///
/// ```swift
/// init(json: inout JSONReader) throws { seconds = try json.read(Double.self) }
/// ```
public struct JSONReader: ~Copyable, ~Escapable {
    var bytes: JSONByteReader
    let options: ReadingOptions
    /// The decoder that is read in place of bytes.
    @usableFromInline let decoder: DecoderSource?

    @_lifetime(copy bytes)
    init(_ bytes: consuming JSONByteReader, _ options: ReadingOptions) {
        self.bytes = bytes
        self.options = options
        decoder = nil
    }

    @_lifetime(immortal)
    init(_ decoder: any Decoder) {
        bytes = JSONByteReader(ByteView.empty)
        options = .standard
        self.decoder = DecoderSource(decoder)
    }
}

// MARK: - Values

extension JSONReader {
    /// Reads an integer. `1.0` and `1e2` are integers, too.
    public mutating func read(_ type: Int.Type) throws -> Int {
        guard decoder == nil else { return try decode() }
        do { return try bytes.integer() } catch { throw JSONReadingError(error, type) }
    }

    /// Reads a number.
    public mutating func read(_ type: Double.Type) throws -> Double {
        guard decoder == nil else { return try decode() }
        do { return try bytes.double() } catch {
            if let value = try readNonFinite() { return value }
            throw JSONReadingError(error, type)
        }
    }

    /// Reads a string.
    public mutating func read(_ type: String.Type) throws -> String {
        guard decoder == nil else { return try decode() }
        do { return try bytes.string() } catch { throw JSONReadingError(error, type) }
    }

    /// Reads a Boolean.
    public mutating func read(_ type: Bool.Type) throws -> Bool {
        guard decoder == nil else { return try decode() }
        do { return try bytes.boolean() } catch { throw JSONReadingError(error, type) }
    }

    /// Reads a value.
    @inlinable
    public mutating func read<Value: JSONReadable>(_ type: Value.Type) throws -> Value {
        guard decoder == nil else { return try decode() }
        return try Value(json: &self)
    }

    /// Reads a value that is read by Foundation's decoder, unless its type turns out to be ``JSONReadable``.
    public mutating func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard decoder == nil else { return try decode() }
        if let readable = type as? any JSONReadable.Type, let value = try readable.init(json: &self) as? Value {
            return value
        }
        return try readWithFoundation()
    }

    /// Reads an integer, or nil for null.
    public mutating func readIfPresent(_ type: Int.Type) throws -> Int? { try readNull() ? nil : read(type) }
    /// Reads a number, or nil for null.
    public mutating func readIfPresent(_ type: Double.Type) throws -> Double? { try readNull() ? nil : read(type) }
    /// Reads a string, or nil for null.
    public mutating func readIfPresent(_ type: String.Type) throws -> String? { try readNull() ? nil : read(type) }
    /// Reads a Boolean, or nil for null.
    public mutating func readIfPresent(_ type: Bool.Type) throws -> Bool? { try readNull() ? nil : read(type) }
    /// Reads a value, or nil for null.
    @inlinable
    public mutating func readIfPresent<Value: JSONReadable>(_ type: Value.Type) throws -> Value? {
        try readNull() ? nil : read(type)
    }
    /// Reads a value, or nil for null.
    public mutating func readIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try readNull() ? nil : read(type)
    }

    /// Passes a null. Returns whether there was one.
    public mutating func readNull() throws -> Bool {
        guard let decoder else { return bytes.skipNull() }
        return try decoder.readNull()
    }

    /// Passes a value of any kind.
    public mutating func skip() throws {
        guard let decoder else { return try bytes.skipValue() }
        try decoder.skip()
    }

    /// Reads the name of a number that is infinite or NaN, if the options allow that. Otherwise, nil.
    mutating func readNonFinite() throws -> Double? {
        guard options.json.nonFinite == .names, bytes.kind == .string else { return nil }
        let start = bytes.index
        let name = try bytes.string()
        guard let value = HTTPContent.Number.nonFinite(named: name) else {
            throw JSONReadingError(JSONSyntaxError(start, .otherKind(expected: .number)), Double.self)
        }
        return value
    }

    /// Reads from the other decoder.
    @usableFromInline
    func decode<Value: Decodable>() throws -> Value {
        guard let decoder else { throw DecoderSource.Exhausted() }
        return try decoder.decode(Value.self)
    }
}
