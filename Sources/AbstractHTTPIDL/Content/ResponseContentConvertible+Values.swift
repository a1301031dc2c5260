import AbstractHTTP
import Foundation

extension ResponseContentConvertible where Self: FixedWidthInteger {
    /// Makes the integer of a number that is one, and fits.
    public init?(content: ResponseContent?) {
        guard case .number(let number) = content, let value = number.integer(as: Self.self) else { return nil }
        self = value
    }
}

extension Int: ResponseContentConvertible {}
extension Int8: ResponseContentConvertible {}
extension Int16: ResponseContentConvertible {}
extension Int32: ResponseContentConvertible {}
extension Int64: ResponseContentConvertible {}
extension UInt: ResponseContentConvertible {}
extension UInt8: ResponseContentConvertible {}
extension UInt16: ResponseContentConvertible {}
extension UInt32: ResponseContentConvertible {}
extension UInt64: ResponseContentConvertible {}

extension Double: ResponseContentConvertible {
    /// Makes the number that is nearest.
    public init?(content: ResponseContent?) {
        guard let value = content?.doubleValue else { return nil }
        self = value
    }
}

extension Float: ResponseContentConvertible {
    /// Makes the number that is nearest; nil for one that would be infinite.
    public init?(content: ResponseContent?) {
        guard let value = content?.doubleValue, !value.isFinite || Float(value).isFinite else { return nil }
        self = Float(value)
    }
}

extension Bool: ResponseContentConvertible {
    /// Makes the Boolean.
    public init?(content: ResponseContent?) {
        guard let value = content?.boolValue else { return nil }
        self = value
    }
}

extension String: ResponseContentConvertible {
    /// Makes the text.
    public init?(content: ResponseContent?) {
        guard let value = content?.stringValue else { return nil }
        self = value
    }
}

extension Date: ResponseContentConvertible {
    /// Makes the date of a text as ISO 8601 has it.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }

    /// Makes the date of a text or a number, as the reader reads them.
    public init(reading reader: ContentReader) throws {
        if case .date(let date) = reader.content {
            self = date
        } else if let content = reader.content, let date = reader.dates.read(content) {
            self = date
        } else {
            throw reader.mismatch(Self.self)
        }
    }
}

extension UUID: CodableContent {}
extension Decimal: CodableContent {}

extension URL: ResponseContentConvertible {
    /// Makes the URL of a text that is one.
    public init?(content: ResponseContent?) {
        guard let url = content?.stringValue.flatMap({ URL(string: $0) }) else { return nil }
        self = url
    }
}

extension Data: ResponseContentConvertible {
    /// Makes the bytes, of a text in Base64, too.
    public init?(content: ResponseContent?) {
        guard let data = HTTPData(content: content)?.data else { return nil }
        self = data
    }
}

extension HTTPData: ResponseContentConvertible {
    /// Makes the bytes, of a text in Base64, too: what JSON has for them.
    public init?(content: ResponseContent?) {
        switch content {
        case .data(let data): self = data
        case .string(let text):
            guard let data = Data(base64Encoded: text) else { return nil }
            self = HTTPData(data)
        default: return nil
        }
    }
}

extension HTTPFile: ResponseContentConvertible {
    /// Makes the file; only a decoder of your own gives one.
    public init?(content: ResponseContent?) {
        guard case .file(let file) = content else { return nil }
        self = file
    }
}

extension HTTPContent: ResponseContentConvertible {
    /// The content itself.
    public init?(content: ResponseContent?) {
        guard let content else { return nil }
        self = content
    }
}
