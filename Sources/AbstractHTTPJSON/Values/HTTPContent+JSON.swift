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
        default: try self.init(single: &json.bytes)
        }
    }

    /// Reads a value that is neither an object nor an array.
    init(single json: inout JSONByteReader) throws(JSONSyntaxError) {
        switch json.kind {
        case .string: self = .string(try json.string())
        case .boolean: self = .bool(try json.boolean())
        case .null where json.skipNull(): self = .null
        default: self = .number(try Number(json: &json))
        }
    }
}

extension HTTPContent.Members {
    fileprivate init(json: inout JSONReader) throws {
        var members: [HTTPContent.Members.Member] = []
        var isSorted = true
        try json.readMembers { name, _, json in
            if let last = members.last, last.key >= name { isSorted = false }
            members.append(HTTPContent.Members.Member(key: name, value: try HTTPContent(json: &json)))
        }
        self.init(isSorted ? members : members.sortedWithoutRepetitions)
    }
}

extension [HTTPContent.Members.Member] {
    /// The members, sorted by key. The first one of each key stays.
    fileprivate var sortedWithoutRepetitions: Self {
        // Sorting keeps the order of equal keys.
        sorted { $0.key < $1.key }.reduce(into: []) { members, member in
            if members.last?.key != member.key { members.append(member) }
        }
    }
}

extension HTTPContent.Number {
    fileprivate init(json: inout JSONByteReader) throws(JSONSyntaxError) {
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

extension HTTPContent: JSONWritable {
    /// Writes any value but a file. Members are sorted by key, and the last of two equal keys counts.
    public func write(json: inout JSONWriter) {
        guard json.encoder == nil else { return json.encode(self) }
        switch self {
        case .null: json.writeNull()
        case .bool(let value): json.write(value)
        case .number(let number): json.write(number)
        case .string(let text): json.write(text)
        case .date(let date): json.write(date)
        case .data(let data): json.write(data.data)
        case .file: json.fail(.file)
        case .array(let elements): json.write(elements)
        case .dictionary(let members): json.write(members.lastValues)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ number: HTTPContent.Number) {
        guard number.isFinite else { return write(nonFinite: number) }
        output.append(text: number.description)
    }
}

extension HTTPContent.Members {
    /// The value of each key, or the last one if the key repeats.
    fileprivate var lastValues: [String: HTTPContent] {
        Dictionary(map { ($0.key, $0.value) }) { _, last in last }
    }
}
