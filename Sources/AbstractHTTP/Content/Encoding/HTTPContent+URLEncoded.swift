extension HTTPContent {
    /// The fields of a dictionary as `key=value&key=value`, with each key and each value escaped.
    func urlEncoded(_ options: FieldOptions, by escaping: any URLEncoder) throws(HTTPContentError) -> String {
        if case .dictionary(let members) = self, let bytewise = ByteEscaping(escaping),
            let text = members.urlEncoded(options, by: bytewise)
        {
            return text
        }
        return try fields(options).urlEncoded(by: escaping)
    }
}

extension HTTPContent.Members {
    /// Does the same without an intermediate list of fields. Returns nil unless all values are strings, numbers, or
    /// Booleans, as in most queries.
    fileprivate func urlEncoded(_ options: FieldOptions, by escaping: ByteEscaping) -> String? {
        var capacity = 0
        for member in self {
            guard let bytes = member.value.plainBytes else { return nil }
            capacity += (member.key.utf8.count + bytes) * 3 + 2
        }
        return String(capacity: capacity, escaping) { writer in
            var isFirst = true
            for member in self {
                if !isFirst { writer.append(UInt8(ascii: "&")) }
                isFirst = false
                writer.append(member.key)
                writer.append(UInt8(ascii: "="))
                member.value.write(to: &writer, options)
            }
        }
    }
}

extension HTTPContent {
    /// The maximum number of bytes of a plain value as text, or nil for any other value.
    fileprivate var plainBytes: Int? {
        switch self {
        case .string(let text): text.utf8.count
        case .number(let number): number.mostBytes
        case .bool: 5
        case .null, .date, .array, .dictionary, .data, .file: nil
        }
    }

    fileprivate func write(to writer: inout PercentEncoder, _ options: FieldOptions) {
        switch self {
        case .string(let text): writer.append(text)
        case .number(let number): writer.append(number.description)
        case .bool(let value): writer.append(options.text(of: value))
        case .null, .date, .array, .dictionary, .data, .file: break
        }
    }
}

extension FieldOptions {
    /// How a Boolean is written.
    func text(of value: Bool) -> String {
        switch booleans {
        case .digits: value ? "1" : "0"
        case .words: value ? "true" : "false"
        }
    }
}
