/// A JSON text as a tree. Each value has its offset, and members are in the order of the text.
package struct JSONDocument: Sendable {
    /// The value of the whole text.
    package let root: JSONNode
    private let bytes: [UInt8]

    /// Reads a text in UTF-8.
    package init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
        self.bytes = bytes
        root = try Self.reading(bytes) { (reader) throws(JSONSyntaxError) in
            let root = try JSONNode(&reader)
            try reader.finish()
            return root
        }
    }

    /// The number of the line and of the byte in it, both from 1.
    package func place(of offset: Int) -> (line: Int, column: Int) { Self.place(of: offset, in: bytes) }

    /// The number of the line and of the byte in it, both from 1.
    package static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        bytes.withUnsafeBytes { ByteView($0).place(of: offset) }
    }

    private static func reading<Value>(
        _ bytes: [UInt8], _ body: (inout JSONByteReader) throws(JSONSyntaxError) -> Value
    ) throws(JSONSyntaxError) -> Value {
        let result: Result<Value, JSONSyntaxError> = bytes.withUnsafeBytes { bytes in
            var reader = JSONByteReader(ByteView(bytes))
            do throws(JSONSyntaxError) {
                return .success(try body(&reader))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// A value of a JSON text.
package struct JSONNode: Sendable {
    package enum Content: Sendable {
        case object([Member])
        case array([JSONNode])
        case string(String)
        /// The number as it is written.
        case number(String)
        case boolean(Bool)
        case null
    }

    package struct Member: Sendable {
        package let key: String
        /// The offset of the first byte of the key.
        package let start: Int
        package let value: JSONNode
    }

    package let content: Content
    /// The offset of its first byte.
    package let start: Int

    fileprivate init(_ reader: inout JSONByteReader) throws(JSONSyntaxError) {
        let kind = reader.kind
        start = reader.index
        content =
            switch kind {
            case .object: .object(try Self.members(&reader))
            case .array: .array(try Self.elements(&reader))
            case .string: .string(try reader.string())
            case .boolean: .boolean(try reader.boolean())
            case .null where reader.skipNull(): .null
            default: .number(try reader.numberText())
            }
    }

    private static func members(_ reader: inout JSONByteReader) throws(JSONSyntaxError) -> [Member] {
        var members: [Member] = []
        guard try reader.beginObject() else { return members }
        repeat {
            _ = reader.peek()
            let start = reader.index
            let key = try reader.memberName()
            members.append(Member(key: key, start: start, value: try JSONNode(&reader)))
        } while try reader.nextMember()
        return members
    }

    private static func elements(_ reader: inout JSONByteReader) throws(JSONSyntaxError) -> [JSONNode] {
        var elements: [JSONNode] = []
        guard try reader.beginArray() else { return elements }
        repeat { elements.append(try JSONNode(&reader)) } while try reader.nextElement()
        return elements
    }
}

extension JSONByteReader {
    /// Reads a number as it is written.
    fileprivate mutating func numberText() throws(JSONSyntaxError) -> String {
        let number = try number()
        return bytes.text(from: number.start, to: number.end)
    }
}

extension JSONNode {
    /// The members, or nil if this is not an object.
    package var members: [Member]? { if case .object(let members) = content { members } else { nil } }
    /// The elements, or nil if this is not an array.
    package var elements: [JSONNode]? { if case .array(let elements) = content { elements } else { nil } }
    /// The text, or nil if this is not a string.
    package var string: String? { if case .string(let text) = content { text } else { nil } }
    /// The Boolean, or nil if this is not one.
    package var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }

    /// The last member with a key, or nil if there is none.
    package subscript(key: String) -> JSONNode? { members?.last { $0.key == key }?.value }
}
