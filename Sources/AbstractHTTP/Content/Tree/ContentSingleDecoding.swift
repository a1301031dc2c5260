/// One value. Numbers and Booleans may be strings, as they are in a form.
struct ContentSingleDecoding: SingleValueDecodingContainer {
    let decoder: ContentTreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.content == .null }
    func decode<Model: Decodable>(_ type: Model.Type) throws -> Model { try decoder.decode(type) }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch decoder.content {
        case .bool(let value): value
        case .string("true"), .string("1"): true
        case .string("false"), .string("0"): false
        default: throw decoder.mismatch(type)
        }
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = decoder.content else { throw decoder.mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch decoder.content {
        case .number(let number): return number.doubleValue
        case .string(let text):
            guard text.isDecimalNumber, let value = Double(text), value.isFinite else { throw decoder.mismatch(type) }
            return value
        default: throw decoder.mismatch(type)
        }
    }

    func decode(_ type: Float.Type) throws -> Float {
        let double = try decode(Double.self)
        let value = Float(double)
        guard value.isFinite || !double.isFinite else { throw decoder.mismatch(type) }
        return value
    }

    private func integer<Integer: FixedWidthInteger>() throws -> Integer {
        let value: Integer? =
            switch decoder.content {
            case .number(let number): number.integer()
            case .string(let text): Integer(text)
            default: nil
            }
        guard let value else { throw decoder.mismatch(Integer.self) }
        return value
    }

    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
}
