import AbstractHTTP
import JSONBytes

/// A JSON text that is being written by ``JSONWritable`` values.
///
/// An error does not stop the writing, but nothing is sent after it. It can also write to another encoder, because each
/// ``JSONWritable`` type is `Encodable`.
///
/// ```swift
/// func write(json: inout JSONWriter) { json.write(seconds) }
/// ```
public struct JSONWriter: ~Copyable {
    var output: OutputBytes
    let options: WritingOptions
    /// The encoder that is written to in place of bytes.
    let encoder: EncoderTarget?
    /// The first error.
    private(set) var failure: (any Error)?
    /// Whether values write bytes: there is no other encoder, and no error, after which nothing has to be written.
    @usableFromInline private(set) var writesBytes: Bool
    /// The number of arrays and objects around the value that is written.
    private var level = 0

    init(_ json: JSONContentEncoder) {
        output = OutputBytes(capacity: 256)
        options = WritingOptions(json)
        encoder = nil
        writesBytes = true
    }

    init(_ encoder: any Encoder) {
        output = OutputBytes(capacity: 0)
        options = WritingOptions(JSONContentEncoder())
        self.encoder = EncoderTarget(encoder)
        writesBytes = false
    }

    /// Ends with an error. The first one counts.
    public mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
        writesBytes = false
    }

    /// Notes that an array or an object begins.
    mutating func enterLevel() {
        level += 1
        if level > HTTPContent.deepestLevel { fail(HTTPContentError(reason: .tooDeep)) }
    }

    /// Notes that an array or an object ends.
    mutating func leaveLevel() { level -= 1 }

    /// Ends with an error at the value that would be written next.
    mutating func fail(_ reason: HTTPContentError.Reason) {
        let steps = output.withView { $0.path(to: $0.count) }
        fail(steps.reversed().reduce(HTTPContentError(reason: reason)) { $0.below(HTTPContent.Step($1)) })
    }
}

// MARK: - Values

extension JSONWriter {
    /// Writes an integer.
    public mutating func write(_ value: Int) {
        guard encoder == nil else { return encode(value) }
        output.append(UInt64(value.magnitude), isNegative: value < 0)
    }

    /// Writes a number. One that is infinite or NaN is an error, unless the options have names for these.
    public mutating func write(_ value: Double) {
        guard encoder == nil else { return encode(value) }
        guard value.isFinite else { return write(nonFinite: HTTPContent.Number(value)) }
        output.append(number: value.description)
    }

    /// Writes a string.
    public mutating func write(_ value: String) {
        guard encoder == nil else { return encode(value) }
        output.append(string: value)
    }

    /// Writes a Boolean.
    public mutating func write(_ value: Bool) {
        guard encoder == nil else { return encode(value) }
        output.append(value ? "true" : "false")
    }

    /// Writes a value.
    @inlinable
    public mutating func write<Value: JSONWritable>(_ value: Value) {
        guard writesBytes else { return encode(value) }
        value.write(json: &self)
    }

    /// Writes a value as `JSONContentEncoder` does, unless its type turns out to be ``JSONWritable``.
    public mutating func write<Value: Encodable>(_ value: Value) {
        guard writesBytes else { return encode(value) }
        if let writable = value as? any JSONWritable { return write(writable) }
        do {
            let bytes = try options.json.data(of: value)
            bytes.withUnsafeBytes { output.append($0.bindMemory(to: UInt8.self)) }
        } catch {
            fail(error)
        }
    }

    /// Writes null.
    public mutating func writeNull() {
        guard let encoder else { return output.append("null") }
        do { try encoder.encodeNil() } catch { fail(error) }
    }

    /// Writes the name of a number that is infinite or NaN, or fails.
    mutating func write(nonFinite number: HTTPContent.Number) {
        guard options.json.nonFinite == .names, let name = number.nonFiniteName else {
            return fail(.notFinite)
        }
        output.append(string: name)
    }

    /// Writes to the other encoder, if there is one.
    @usableFromInline
    mutating func encode<Value: Encodable>(_ value: Value) {
        do { try encoder?.encode(value) } catch { fail(error) }
    }
}

extension HTTPContent.Step {
    fileprivate init(_ step: JSONStep) {
        switch step {
        case .key(let key): self = .key(key)
        case .index(let index): self = .index(index)
        }
    }
}
