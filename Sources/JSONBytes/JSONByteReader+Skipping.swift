extension JSONByteReader {
    /// Passes a value of any kind, and checks it in full. The limit of levels bounds its recursion.
    package mutating func skipValue() throws(JSONSyntaxError) {
        let first = peek()
        let end = bytes.endOfPlainValue(at: index)
        guard end < 0 else {
            index = end
            return
        }
        switch first {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"): try skipObject()
        case UInt8(ascii: "["): try skipArray()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
        case UInt8(ascii: "n"): try skipRequiredNull()
        default: _ = try number()
        }
    }

    private mutating func skipObject() throws(JSONSyntaxError) {
        guard try beginObject() else { return }
        repeat {
            try skipKey()
            try skipValue()
        } while try nextMember()
    }

    private mutating func skipArray() throws(JSONSyntaxError) {
        guard try beginArray() else { return }
        repeat { try skipValue() } while try nextElement()
    }

    private mutating func skipRequiredNull() throws(JSONSyntaxError) {
        guard skipNull() else { throw JSONSyntaxError(index, .unexpectedByte) }
    }
}
