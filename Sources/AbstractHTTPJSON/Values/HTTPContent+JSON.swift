import AbstractHTTP
import Foundation
import JSONBytes

extension HTTPContent: JSONReadable {
    /// Reads any value. Members are sorted by key, as with any other decoder, and the first of two equal keys counts.
    public init(json: inout JSONReader) throws {
        if let decoder = json.decoder {
            self = try decoder.decode(Self.self)
            return
        }
        let kind = json.bytes.kind
        guard kind != .object && kind != .array || json.bytes.level < Self.deepestLevel else {
            throw JSONInvalidValue(
                start: json.bytes.index, description: "the value is nested deeper than \(Self.deepestLevel) levels")
        }
        switch kind {
        case .object: self = .dictionary(try Members(json: &json))
        case .array: self = .array(try [HTTPContent](json: &json))
        case .string: self = .string(try json.bytes.string())
        case .boolean: self = .bool(try json.bytes.boolean())
        case .null where json.bytes.skipNull(): self = .null
        default: self = .number(try Number(json: &json.bytes))
        }
    }
}

extension HTTPContent.Members {
    fileprivate init(json: inout JSONReader) throws {
        var members: [String: HTTPContent] = [:]
        try json.readMembers { name, _, json in
            if members[name] == nil { members[name] = try HTTPContent(json: &json) }
        }
        self.init(sorting: members)
    }
}

extension HTTPContent.Number {
    fileprivate init(json: inout JSONByteReader) throws {
        let number = try json.number()
        if let value = json.signedInteger(of: number) {
            self.init(value)
        } else if let value = json.unsignedInteger(of: number) {
            self.init(value)
        } else {
            self.init(try json.double(of: number), json.bytes.text(from: number.start, to: number.end))
        }
    }

    /// The number with a text. It is a `Decimal` if a `Double` rounds it.
    private init(_ value: Double, _ text: String) {
        if text.utf8.count > 15, let decimal = Decimal(string: text), Double(decimal.description) == value,
            Decimal(string: value.description) != decimal
        {
            self.init(decimal)
        } else {
            self.init(value)
        }
    }
}
