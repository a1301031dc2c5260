/// A type as it is written in a file.
struct TypeReference {
    indirect enum Kind {
        case builtin(BuiltinType)
        case array(TypeReference)
        case dictionary(key: TypeReference, value: TypeReference)
        /// A value, null, or nothing. It is the type of a field.
        case nullable(TypeReference)
        /// Values that are read while they arrive. They are the whole body of a response.
        case stream(StreamFormat, TypeReference)
        /// A structure, an enumeration, or the user's own type.
        case named(String)
    }

    let kind: Kind
    /// Whether a question mark follows the type.
    let isOptional: Bool
    let range: Range<Int>
}

/// The format of the values of a stream. The raw value is the IDL keyword.
enum StreamFormat: String {
    /// Server-sent events.
    case events = "STREAM"
    /// Newline-delimited JSON.
    case jsonLines = "LINES"
    /// JSON text sequences (RFC 7464).
    case jsonTexts = "SEQUENCE"
    /// The elements of a JSON array.
    case jsonElements = "ELEMENTS"
}

extension TypeReference {
    /// The format and the type of the values, or nil if the type is not a stream.
    var streamed: (format: StreamFormat, element: TypeReference)? {
        if case .stream(let format, let element) = kind { (format, element) } else { nil }
    }
}

extension Body {
    /// The format and the type of the values, if the whole body is a stream.
    var stream: (format: StreamFormat, element: TypeReference)? {
        whole?.streamed
    }
}

/// A built-in type of the language.
package enum BuiltinType: String, CaseIterable {
    case int8 = "INT8"
    case int16 = "INT16"
    case int32 = "INT32"
    case int64 = "INT64"
    case uint8 = "UINT8"
    case uint16 = "UINT16"
    case uint32 = "UINT32"
    case uint64 = "UINT64"
    case bool = "BOOL"
    case float = "FLOAT"
    case double = "DOUBLE"
    case string = "STRING"
    case date = "DATE"
    case blob = "BLOB"
    case file = "FILE"
}

extension BuiltinType {
    /// Whether the type is an integer that can hold the number, which is in Swift syntax.
    func holds(_ number: String) -> Bool {
        switch self {
        case .int8: Int8(number) != nil
        case .int16: Int16(number) != nil
        case .int32: Int32(number) != nil
        case .int64: Int64(number) != nil
        case .uint8: UInt8(number) != nil
        case .uint16: UInt16(number) != nil
        case .uint32: UInt32(number) != nil
        case .uint64: UInt64(number) != nil
        default: false
        }
    }

    var isInteger: Bool { holds("0") }

    /// Whether a value can be the key of a `DICT`.
    var isKey: Bool { self == .string || self == .bool || isInteger }
}
