/// Separates the `Set-Cookie` fields that a session joined by commas.
///
/// Dates also contain commas, as in `Expires=Fri, 07 Aug`. A new field begins only if a token and `=` follow the comma.
struct SetCookieFields {
    /// The values, in order.
    let values: [String]

    init(joined text: String) {
        let bytes = Array(text.utf8)
        var (values, start): ([String], Int) = ([], 0)
        for comma in bytes.indices where bytes[comma] == UInt8(ascii: ",") && bytes[(comma + 1)...].beginsCookie {
            values.append(String(decoding: bytes[start..<comma], as: UTF8.self).withoutOuterWhitespace)
            start = comma + 1
        }
        values.append(String(decoding: bytes[start...], as: UTF8.self).withoutOuterWhitespace)
        self.values = values
    }
}

extension ArraySlice<UInt8> {
    fileprivate var beginsCookie: Bool {
        let name = drop { $0 == 0x20 || $0 == 0x09 }.prefix(while: \.isToken)
        return !name.isEmpty && name.endIndex < endIndex && self[name.endIndex] == UInt8(ascii: "=")
    }
}
