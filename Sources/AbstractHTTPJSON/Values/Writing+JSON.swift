import AbstractHTTP
import Foundation
import JSONBytes

extension Int: JSONWritable {
    /// Writes the integer.
    public func write(json: inout JSONWriter) { json.write(self) }
}

extension Double: JSONWritable {
    /// Writes the number.
    public func write(json: inout JSONWriter) { json.write(self) }
}

extension String: JSONWritable {
    /// Writes the string.
    public func write(json: inout JSONWriter) { json.write(self) }
}

extension Bool: JSONWritable {
    /// Writes the Boolean.
    public func write(json: inout JSONWriter) { json.write(self) }
}

extension JSONWritable where Self: FixedWidthInteger {
    /// Writes the integer.
    public func write(json: inout JSONWriter) {
        guard json.encoder == nil else { return json.encode(self) }
        json.output.append(UInt64(magnitude), isNegative: self < 0)
    }
}

extension Int8: JSONWritable {}
extension Int16: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt: JSONWritable {}
extension UInt8: JSONWritable {}
extension UInt16: JSONWritable {}
extension UInt32: JSONWritable {}
extension UInt64: JSONWritable {}

extension Float: JSONWritable {
    /// Writes the number with the digits that give the same `Float`.
    public func write(json: inout JSONWriter) { json.write(number: HTTPContent.Number(self), or: self) }
}

extension Decimal: JSONWritable {
    /// Writes the number with all its digits.
    public func write(json: inout JSONWriter) { json.write(number: HTTPContent.Number(self), or: self) }
}

extension URL: JSONWritable {
    /// Writes the URL as a string.
    public func write(json: inout JSONWriter) { json.write(text: absoluteString, or: self) }
}

extension UUID: JSONWritable {
    /// Writes the UUID as a string.
    public func write(json: inout JSONWriter) { json.write(text: uuidString, or: self) }
}

extension Data: JSONWritable {
    /// Writes the bytes as a Base64 string (RFC 4648, section 4).
    public func write(json: inout JSONWriter) { json.write(text: base64EncodedString(), or: self) }
}

extension Date: JSONWritable {
    /// Writes the date in the format of the encoder.
    public func write(json: inout JSONWriter) {
        guard json.encoder == nil else { return json.encode(self) }
        json.write(scalar: json.options.json.dates.written(self))
    }
}

extension JSONWriter {
    /// Writes a number, or the value itself to another encoder.
    fileprivate mutating func write<Value: Encodable>(number: HTTPContent.Number, or value: Value) {
        guard encoder == nil else { return encode(value) }
        guard number.isFinite else { return write(nonFinite: number) }
        output.append(text: number.description)
    }

    /// Writes a text, or the value itself to another encoder.
    fileprivate mutating func write<Value: Encodable>(text: @autoclosure () -> String, or value: Value) {
        guard encoder == nil else { return encode(value) }
        output.append(string: text())
    }

    /// Writes what a format of dates gives: a string or a number.
    fileprivate mutating func write(scalar: HTTPContent) {
        switch scalar {
        case .string(let text): output.append(string: text)
        // A date that no format can represent is a number that is not finite.
        case .number(let number) where !number.isFinite: fail(.notFinite)
        case .number(let number): output.append(text: number.description)
        default: write(scalar)
        }
    }
}

// MARK: - Collections

extension Optional: JSONWritable, DirectEncodable where Wrapped: JSONWritable {
    /// Writes the value or null.
    public func write(json: inout JSONWriter) {
        if let self { json.write(self) } else { json.writeNull() }
    }
}

extension Array: JSONWritable, DirectEncodable where Element: JSONWritable {
    /// Writes the elements as an array.
    @inlinable
    public func write(json: inout JSONWriter) {
        json.beginArray()
        for index in indices {
            if index > 0 { json.writeComma() }
            json.write(self[index])
        }
        json.endArray()
    }
}

extension Dictionary: JSONWritable, DirectEncodable where Key: CodingKeyRepresentable & Encodable, Value: JSONWritable {
    /// Writes the members as an object, sorted by key.
    public func write(json: inout JSONWriter) {
        guard json.encoder == nil else { return json.encode(self) }
        json.enterLevel()
        let members = map { (key: $0.key.codingKey.stringValue, value: $0.value) }
            .sorted { $0.key.precedesInUTF8($1.key) }
        json.output.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { json.output.append(UInt8(ascii: ",")) }
            json.output.append(string: member.key)
            json.output.append(UInt8(ascii: ":"))
            json.write(member.value)
        }
        json.output.append(UInt8(ascii: "}"))
        json.leaveLevel()
    }
}

extension Nullable: JSONWritable, DirectEncodable where Value: JSONWritable {
    /// Writes the value or null. A property that is absent is left out, but an element of an array is null.
    public func write(json: inout JSONWriter) {
        if let value { json.write(value) } else { json.writeNull() }
    }
}
