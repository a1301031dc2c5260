extension URLQuery {
    /// Creates a query from `application/x-www-form-urlencoded` text (WHATWG URL standard, section 5.1).
    ///
    /// Reading never fails. `+` becomes a space, malformed escapes stay as they are, a key without `=` has an empty
    /// value, and bytes that are not UTF-8 become U+FFFD.
    public init(formEncoded text: String) {
        self.init(
            text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
                let equals = pair.firstIndex(of: UInt8(ascii: "="))
                let value = equals.map { pair[pair.index(after: $0)...] }
                return KeyValue(
                    key: String(formDecoding: pair[..<(equals ?? pair.endIndex)]),
                    value: value.map(String.init(formDecoding:)) ?? "")
            })
    }
}

extension String {
    fileprivate init(formDecoding text: Substring.UTF8View) {
        let source = Array(text)
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            let byte = source[index]
            if let decoded = source.escapedByte(at: index) {
                result.append(decoded)
                index += 3
            } else {
                result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        self.init(decoding: result, as: UTF8.self)
    }
}
