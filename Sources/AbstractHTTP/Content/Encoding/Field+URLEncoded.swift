extension [Field] {
    /// The fields as `key=value&key=value`, each key and each value escaped. Data and files, which do not occur here,
    /// are left out.
    func urlEncoded(by escaping: some URLEncoder) -> String {
        guard let bytewise = ByteEscaping(escaping) else {
            return map { $0.urlEncoded(by: escaping) }.joined(separator: "&")
        }
        var capacity = 0
        for field in self { capacity += field.escapedCapacity }
        return String(capacity: capacity, bytewise) { writer in
            for index in indices {
                if index > 0 { writer.append(UInt8(ascii: "&")) }
                self[index].write(to: &writer)
            }
        }
    }
}

extension Field {
    /// The maximum number of bytes of the escaped field with a separator.
    fileprivate var escapedCapacity: Int {
        switch value {
        case .none, .part: key.utf8.count * 3 + 1
        case .text(let value): (key.utf8.count + value.utf8.count) * 3 + 2
        case .texts(let values): values.reduce(key.utf8.count * 3 + 2) { $0 + $1.utf8.count * 3 + 1 }
        }
    }

    fileprivate func write(to writer: inout PercentEncoder) {
        writer.append(key)
        switch value {
        case .none, .part: break
        case .text(let value):
            writer.append(UInt8(ascii: "="))
            writer.append(value)
        case .texts(let values):
            for (index, value) in values.enumerated() {
                writer.append(index == 0 ? UInt8(ascii: "=") : UInt8(ascii: ","))
                writer.append(value)
            }
            if values.isEmpty { writer.append(UInt8(ascii: "=")) }
        }
    }

    fileprivate func urlEncoded(by escaping: some URLEncoder) -> String {
        let key = escaping.encode(key)
        return switch value {
        case .none, .part: key
        case .text(let value): "\(key)=\(escaping.encode(value))"
        case .texts(let values): "\(key)=\(values.map(escaping.encode).joined(separator: ","))"
        }
    }
}
