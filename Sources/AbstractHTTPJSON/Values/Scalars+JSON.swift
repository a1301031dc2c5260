import AbstractHTTP
import Foundation
import JSONBytes

extension Int: JSONReadable {
    /// Reads an integer.
    public init(json: inout JSONReader) throws { self = try json.read(Int.self) }
}

extension Double: JSONReadable {
    /// Reads a number.
    public init(json: inout JSONReader) throws { self = try json.read(Double.self) }
}

extension String: JSONReadable {
    /// Reads a string.
    public init(json: inout JSONReader) throws { self = try json.read(String.self) }
}

extension Bool: JSONReadable {
    /// Reads a Boolean.
    public init(json: inout JSONReader) throws { self = try json.read(Bool.self) }
}

extension JSONReadable where Self: FixedWidthInteger {
    /// Reads an integer. `1.0` and `1e2` are integers, too.
    public init(json: inout JSONReader) throws {
        if let decoder = json.decoder {
            self = try decoder.decode(Self.self)
        } else {
            do throws(JSONSyntaxError) {
                let number = try json.bytes.number()
                guard let value = Self(number, in: json.bytes) else { throw JSONSyntaxError(number.start, .doesNotFit) }
                self = value
            } catch { throw JSONReadingError(error, Self.self) }
        }
    }
}

extension FixedWidthInteger {
    fileprivate init?(_ number: NumberExtent, in bytes: borrowing JSONByteReader) {
        let value: Self? =
            Self.isSigned
            ? bytes.signedInteger(of: number).flatMap { Self(exactly: $0) }
            : bytes.unsignedInteger(of: number).flatMap { Self(exactly: $0) }
        guard let value else { return nil }
        self = value
    }
}

extension Int8: JSONReadable {}
extension Int16: JSONReadable {}
extension Int32: JSONReadable {}
extension Int64: JSONReadable {}
extension UInt: JSONReadable {}
extension UInt8: JSONReadable {}
extension UInt16: JSONReadable {}
extension UInt32: JSONReadable {}
extension UInt64: JSONReadable {}

extension Float: JSONReadable {
    /// Reads a number as the nearest `Float`.
    public init(json: inout JSONReader) throws {
        if let decoder = json.decoder {
            self = try decoder.decode(Self.self)
        } else if let value = try json.readNonFinite() {
            self = Self(value)
        } else {
            do { self = try json.bytes.float() } catch { throw JSONReadingError(error, Self.self) }
        }
    }
}

extension Decimal: JSONReadable {
    /// Reads a number with up to 38 digits.
    public init(json: inout JSONReader) throws {
        if let decoder = json.decoder {
            self = try decoder.decode(Self.self)
            return
        }
        do throws(JSONSyntaxError) {
            let number = try json.bytes.number()
            guard let value = Decimal(string: json.bytes.bytes.text(from: number.start, to: number.end)) else {
                throw JSONSyntaxError(number.start, .doesNotFit)
            }
            self = value
        } catch { throw JSONReadingError(error, Self.self) }
    }
}
