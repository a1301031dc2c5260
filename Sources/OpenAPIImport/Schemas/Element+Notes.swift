import JSONBytes

extension Element {
    /// The limits of the values of a schema, for a comment.
    var limits: [String] {
        let words = [
            ("minimum", "At least"), ("exclusiveMinimum", "More than"), ("maximum", "At most"),
            ("exclusiveMaximum", "Less than"), ("multipleOf", "A multiple of"), ("minLength", "Minimum length:"),
            ("maxLength", "Maximum length:"), ("pattern", "Pattern:"), ("minItems", "Minimum number of elements:"),
            ("maxItems", "Maximum number of elements:"), ("minProperties", "Minimum number of members:"),
            ("maxProperties", "Maximum number of members:"),
        ]
        var notes = words.compactMap { word, text in self[word]?.limit.map { "\(text) \($0)." } }
        if self["uniqueItems"]?.boolean == true { notes.append("All elements are different.") }
        if let format = self["format"]?.text, Self.plainFormats.contains(format) == false {
            notes.append("Format: \(format).")
        }
        return notes.isEmpty ? [] : [notes.joined(separator: " ")]
    }

    /// The formats that have a type of their own.
    private static let plainFormats: Set<String> = [
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "uint", "float", "double", "decimal",
        "date-time", "uuid", "uri", "url", "byte", "binary", "unixtime", "unix-time",
    ]

    /// The value as a limit. The Booleans of OpenAPI 3.0 only change the meaning of another limit.
    private var limit: String? {
        if case .boolean = node.content { return nil }
        return scalar
    }

    /// The first example, for a comment.
    var exampleNotes: [String] {
        let examples =
            self["example"].map { [$0] } ?? self["examples"]?.elements.prefix(1).map { $0 }
            ?? self["examples"]?.members.prefix(1).compactMap { $0.value["value"] } ?? []
        return examples.map { "Example: \($0.json.shortened)." }
    }

    /// The value as JSON in one line.
    var json: String { node.json }
}

extension JSONNode {
    fileprivate var json: String {
        switch content {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let text): text
        case .string(let text): text.idlLiteral
        case .array(let elements): "[\(elements.map(\.json).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\($0.key.idlLiteral): \($0.value.json)" }.joined(separator: ", "))}"
        }
    }
}

extension String {
    /// The text, cut off after 200 characters.
    fileprivate var shortened: String { count > 200 ? "\(prefix(200))…" : self }
}
