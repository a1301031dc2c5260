extension String {
    /// Whether the text is a moment of RFC 3339 from its first letter to its last, and its day one of the calendar: what parses
    /// them ignores what follows, and takes the 30th of February for the 2nd of March.
    var isMoment: Bool {
        let text = Array(utf8)
        guard text.count > 19, let year = text.number(0..<4), let month = text.number(5..<7),
            let day = text.number(8..<10), (1...12).contains(month), day <= Self.days(of: month, in: year)
        else { return false }
        var rest = text[19...]
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { $0.digit != nil } }
        guard let zone = rest.popFirst() else { return false }
        switch zone {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return rest.isEmpty
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            return (4...5).contains(rest.count) && rest.allSatisfy { $0.digit != nil || $0 == UInt8(ascii: ":") }
        default: return false
        }
    }

    private static func days(of month: Int, in year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
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
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? Int(self - UInt8(ascii: "0")) : nil
    }
}
