extension String {
    /// Whether the whole text is an RFC 3339 date with a day that exists. Parsers ignore trailing text, and read
    /// February 30 as March 2.
    var isISO8601Date: Bool {
        let text = Array(utf8)
        guard text.count > 19, let year = text.number(0..<4), let month = text.number(5..<7),
            let day = text.number(8..<10), (1...12).contains(month), day <= GregorianTime.days(of: month, in: year),
            let hour = text.number(11..<13), let minute = text.number(14..<16), let second = text.number(17..<19),
            hour <= 23, minute <= 59, second <= 60
        else { return false }
        var rest = text[19...]
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { $0.digit != nil } }
        guard let zone = rest.popFirst() else { return false }
        switch zone {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return rest.isEmpty
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            return Self.isOffset(rest)
        default: return false
        }
    }

    /// Whether the text is `hh`, `hhmm` or `hh:mm`.
    private static func isOffset(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.filter { $0.digit != nil }.count
        return switch text.count {
        case 2, 4: digits == text.count
        case 5: digits == 4 && text[text.startIndex + 2] == UInt8(ascii: ":")
        default: false
        }
    }
}

extension [UInt8] {
    fileprivate func number(_ range: Range<Int>) -> Int? {
        self[range].reduce(0) { number, byte in
            guard let number, let digit = byte.digit else { return nil }
            return number * 10 + digit
        }
    }
}

extension UInt8 {
    fileprivate var digit: Int? {
        isDigit ? Int(self - UInt8(ascii: "0")) : nil
    }
}
