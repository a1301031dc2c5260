extension String {
    /// Whether the whole text is a number in decimal digits, with or without a sign, a fraction and an exponent.
    package var isDecimalNumber: Bool {
        var rest = utf8[...]
        rest.dropSign()
        var digits = rest.dropDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += rest.dropDigits()
        }
        guard digits > 0 else { return false }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            rest.dropSign()
            guard rest.dropDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

extension Substring.UTF8View {
    fileprivate mutating func dropSign() {
        if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { removeFirst() }
    }

    fileprivate mutating func dropDigits() -> Int {
        let digits = prefix(while: \.isDigit).count
        removeFirst(digits)
        return digits
    }
}
