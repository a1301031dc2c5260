import AbstractHTTP
import Foundation
import JSONBytes

extension JSONReader {
    /// Reads a value from a string, or another decoder's value.
    fileprivate mutating func read<Value: Decodable>(
        _ type: Value.Type, fromText convert: (String) -> Value?, _ description: String
    ) throws -> Value {
        if let decoder { return try decoder.decode(type) }
        _ = bytes.peek()
        let start = bytes.index
        guard let value = convert(try read(String.self)) else {
            throw JSONInvalidValue(start: start, description: description)
        }
        return value
    }
}

extension URL: JSONReadable {
    /// Reads a URL from a string.
    public init(json: inout JSONReader) throws {
        self = try json.read(URL.self, fromText: { URL(string: $0) }, "the string is not a URL")
    }
}

extension UUID: JSONReadable {
    /// Reads a UUID from a string.
    public init(json: inout JSONReader) throws {
        self = try json.read(UUID.self, fromText: { UUID(uuidString: $0) }, "the string is not a UUID")
    }
}

extension Data: JSONReadable {
    /// Reads bytes from a Base64 string (RFC 4648, section 4).
    public init(json: inout JSONReader) throws {
        self = try json.read(Data.self, fromText: { Data(base64Encoded: $0) }, "the string is not Base64")
    }
}

extension Date: JSONReadable {
    /// Reads a date in the format of the decoder.
    public init(json: inout JSONReader) throws {
        if let decoder = json.decoder {
            self = try decoder.decode(Self.self)
            return
        }
        let kind = json.bytes.kind
        let start = json.bytes.index
        guard kind != .null else { throw JSONReadingError(json.bytes.unexpected(.string), Self.self) }
        let content: HTTPContent? = kind == .object || kind == .array ? nil : try HTTPContent(json: &json)
        guard let content, let date = json.options.json.dates.read(content) else {
            throw JSONInvalidValue(
                start: start,
                description: json.options.json.dates.mismatchInJSON(content, at: json.bytes.bytes.codingPath(to: start))
            )
        }
        self = date
    }
}
