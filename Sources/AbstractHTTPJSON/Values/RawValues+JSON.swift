import AbstractHTTP
import JSONBytes

extension RawRepresentable where Self: JSONReadable, RawValue: JSONReadable {
    /// Reads a raw value.
    public init(json: inout JSONReader) throws {
        _ = json.bytes.peek()
        let start = json.bytes.index
        let rawValue = try json.read(RawValue.self)
        guard let value = Self(rawValue: rawValue) else {
            throw json.invalid(
                at: start, "\(String(describing: rawValue).debugDescription) is not a raw value of \(Self.self)")
        }
        self = value
    }

    /// Reads a raw value from any decoder. Call it in `init(from:)`, which the standard library also has for some types
    /// of raw values.
    public init(rawValueFrom decoder: any Decoder) throws {
        var reader = JSONReader(decoder)
        try self.init(json: &reader)
    }
}

extension RawRepresentable where Self: JSONWritable, RawValue: JSONWritable {
    /// Writes the raw value.
    public func write(json: inout JSONWriter) { json.write(rawValue) }

    /// Writes the raw value with any encoder. Call it in `encode(to:)`, which the standard library also has for some
    /// types of raw values.
    public func encodeRawValue(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension JSONReadable where Self: RawRepresentable, RawValue == String {
    /// Reads a raw value from any decoder.
    public init(from decoder: any Decoder) throws { try self.init(rawValueFrom: decoder) }
}

extension JSONReadable where Self: RawRepresentable, RawValue == Int {
    /// Reads a raw value from any decoder.
    public init(from decoder: any Decoder) throws { try self.init(rawValueFrom: decoder) }
}

extension JSONWritable where Self: RawRepresentable, RawValue == String {
    /// Writes the raw value with any encoder.
    public func encode(to encoder: any Encoder) throws { try encodeRawValue(to: encoder) }
}

extension JSONWritable where Self: RawRepresentable, RawValue == Int {
    /// Writes the raw value with any encoder.
    public func encode(to encoder: any Encoder) throws { try encodeRawValue(to: encoder) }
}
