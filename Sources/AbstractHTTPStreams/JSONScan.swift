/// Scans a JSON text for its end, byte by byte.
struct JSONScan: Sendable {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private(set) var hasContent = false
    /// Whether the text is neither a string, nor an array, nor an object.
    private(set) var isScalar = false

    /// Whether the text may end here.
    var isComplete: Bool { hasContent && depth == 0 && !isInString }

    mutating func take(_ byte: UInt8) {
        guard !isInString else {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: if !hasContent, !byte.isJSONWhitespace { isScalar = true }
        }
        if !byte.isJSONWhitespace { hasContent = true }
    }
}
