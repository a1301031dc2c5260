import AbstractHTTP
import Foundation

extension ResponseContentConvertible where Self: FixedWidthInteger {
    /// Creates the integer from a number. Returns nil if it is not an integer or does not fit.
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
    /// Creates the nearest number.
    public init?(content: ResponseContent?) {
        guard let value = content?.doubleValue else { return nil }
        self = value
    }

    /// Creates the nearest number, or one that is infinite or NaN from its name.
    public init(reading reader: ContentReader) throws {
        guard let value = reader.namedNumber ?? Self(content: reader.content) else { throw reader.mismatch(Self.self) }
        self = value
    }
}

extension ContentReader {
    /// The number that is infinite or NaN, if the content is its name.
    fileprivate var namedNumber: Double? {
        guard options.nonFinite == .names, case .string(let name) = content else { return nil }
        return HTTPContent.Number.nonFinite(named: name)
    }
}

extension Float: ResponseContentConvertible {
    /// Creates the nearest number. Returns nil if it would be infinite.
    public init?(content: ResponseContent?) {
        guard let value = content?.doubleValue, !value.isFinite || Float(value).isFinite else { return nil }
        self = Float(value)
    }

    /// Creates the nearest number, or one that is infinite or NaN from its name.
    public init(reading reader: ContentReader) throws {
        guard let value = reader.namedNumber.map(Float.init) ?? Self(content: reader.content) else {
            throw reader.mismatch(Self.self)
        }
        self = value
    }
}

extension Bool: ResponseContentConvertible {
    /// Creates the Boolean.
    public init?(content: ResponseContent?) {
        guard let value = content?.boolValue else { return nil }
        self = value
    }
}

extension String: ResponseContentConvertible {
    /// Creates the string.
    public init?(content: ResponseContent?) {
        guard let value = content?.stringValue else { return nil }
        self = value
    }
}

extension Date: ResponseContentConvertible {
    /// Creates the date from ISO 8601 text.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }

    /// Creates the date from a string or a number, with the date strategy of the reader.
    public init(reading reader: ContentReader) throws {
        if case .date(let date) = reader.content {
            self = date
        } else if let content = reader.content, let date = reader.dates.read(content) {
            self = date
        } else {
            throw reader.mismatch(
                "a date in \(reader.dates.name),",
                remedy:
                    "set configuration.dates to \(DateCodingStrategy.strategy(for: reader.content) ?? DateCodingStrategy.ownFormat)"
            )
        }
    }
}

extension UUID: CodableContent {}
extension Decimal: CodableContent {}

extension URL: ResponseContentConvertible {
    /// Creates the URL from a string.
    public init?(content: ResponseContent?) {
        guard let url = content?.stringValue.flatMap({ URL(string: $0) }) else { return nil }
        self = url
    }
}

extension Data: ResponseContentConvertible {
    /// Creates the bytes from data or from Base64 text.
    public init?(content: ResponseContent?) {
        guard let data = HTTPData(content: content)?.data else { return nil }
        self = data
    }
}

extension HTTPData: ResponseContentConvertible {
    /// Creates the bytes from data or from Base64 text, which represents bytes in JSON.
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
    /// Creates the file. Only a custom decoder can return one.
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
