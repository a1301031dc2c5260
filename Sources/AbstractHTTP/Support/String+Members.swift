extension String {
    /// A structure with its members in one line, as Swift describes it, but without secrets, and with control
    /// characters escaped.
    package init(describing type: String, _ members: KeyValuePairs<String, Any?>) {
        let texts = members.map { name, value in
            switch value {
            case nil: "\(name): nil"
            case let text as String: "\(name): \(Redaction().text(text).debugDescription)"
            case let value?: "\(name): \(value)"
            }
        }
        self = "\(type)(\(texts.joined(separator: ", ")))".inOneLine
    }
}
