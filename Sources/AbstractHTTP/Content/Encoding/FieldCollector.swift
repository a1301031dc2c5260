/// Flattens a tree.
struct FieldCollector {
    let options: FieldOptions
    let carriesBytes: Bool
    private(set) var fields: [Field] = []

    init(options: FieldOptions, carriesBytes: Bool) {
        self.options = options
        self.carriesBytes = carriesBytes
    }

    mutating func collectChildren(of content: HTTPContent, below key: String?) throws(HTTPContentError) {
        try content.forEachChild { step, child throws(HTTPContentError) in
            try collect(child, name(of: child, step, below: key))
        }
    }

    mutating func collect(_ content: HTTPContent, _ key: String) throws(HTTPContentError) {
        switch content {
        case .array([]) where options.emptyArrays == .sent:
            add(options.arrays == .brackets ? key + "[]" : key, .text(""))
        case .array where isJoined(content): try collectJoined(content, key)
        case .dictionary(let members) where options.nesting == .joined && !members.isEmpty:
            try collectJoined(content, key)
        case .array, .dictionary: try collectChildren(of: content, below: key)
        case .data(let data) where carriesBytes: add(key, .part(try .part(key, data)))
        case .file(let file) where carriesBytes: add(key, .part(try .part(key, file)))
        case .null where options.nulls == .omitted: break
        case .null where options.nulls == .keyOnly: add(key, .none)
        default: add(key, .text(try options.fieldText(of: content)))
        }
    }

    private mutating func add(_ key: String, _ value: Field.Value) {
        fields.append(Field(key: key, value: value))
    }

    /// The key of a child.
    private func name(
        of child: HTTPContent, _ step: HTTPContent.Step, below parent: String?
    ) throws(HTTPContentError) -> String {
        guard let parent else { return step.text }
        switch (step, options.arrays) {
        case (.key(let key), _): return options.nesting == .dots ? "\(parent).\(key)" : "\(parent)[\(key)]"
        case (.index(let index), .indexed): return "\(parent)[\(index)]"
        case (.index(let index), .brackets): return child.isNested ? "\(parent)[\(index)]" : "\(parent)[]"
        case (.index, _):
            guard !child.isNested else { throw HTTPContentError(reason: .nestedArray) }
            return parent
        }
    }
}

// MARK: - Values

extension FieldCollector {
    /// Whether the elements are joined in one value. Data and files cannot be joined.
    private func isJoined(_ array: HTTPContent) -> Bool {
        guard options.arrays.isOneValue, case .array(let elements) = array else { return false }
        return !elements.isEmpty && !(carriesBytes && elements.contains(where: \.isBytes))
    }

    private mutating func collectJoined(_ content: HTTPContent, _ key: String) throws(HTTPContentError) {
        var texts: [String] = []
        try content.forEachChild { step, child throws(HTTPContentError) in
            guard child != .null || options.nulls != .omitted else { return }
            if case .key(let key) = step { texts.append(key) }
            texts.append(try options.fieldText(of: child))
        }
        if !texts.isEmpty { add(key, options.arrays.joined(texts)) }
    }
}

extension FieldOptions.Arrays {
    /// Whether the elements are joined in one value.
    fileprivate var isOneValue: Bool {
        switch self {
        case .repeated, .brackets, .indexed: false
        case .commas, .spaces, .pipes: true
        }
    }

    /// One value with a separator between its elements. Only a comma is written unescaped.
    fileprivate func joined(_ texts: [String]) -> Field.Value {
        switch self {
        case .spaces: .text(texts.joined(separator: " "))
        case .pipes: .text(texts.joined(separator: "|"))
        case .repeated, .brackets, .indexed, .commas: .texts(texts)
        }
    }
}

extension FieldOptions {
    /// The text of a field. Data becomes Base64 (RFC 4648, section 4), as in JSON. Other values must have no children.
    func fieldText(of content: HTTPContent) throws(HTTPContentError) -> String {
        guard case .data(let data) = content else { return try text(of: content) }
        return data.data.base64EncodedString()
    }

    /// The text of a value without children in a path or a header field, which have no common notation for data.
    package func text(of content: HTTPContent) throws(HTTPContentError) -> String {
        switch content {
        case .null: return ""
        case .string(let text): return text
        case .number(let number) where number.isFinite: return number.description
        case .number(let number): return try nonFinite.text(of: number)
        case .bool(let value): return text(of: value)
        case .date(let date):
            let written = dates.written(date)
            // A date that no format can represent is such a number.
            if case .number(let number) = written, !number.isFinite { throw HTTPContentError(reason: .notFinite) }
            return try text(of: written)
        case .data: throw HTTPContentError(reason: .data)
        case .file: throw HTTPContentError(reason: .file)
        case .array, .dictionary: throw HTTPContentError(reason: .nestedArray)
        }
    }
}

extension HTTPContent {
    fileprivate var isBytes: Bool {
        switch self {
        case .data, .file: true
        default: false
        }
    }

    fileprivate var isNested: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }
}

extension HTTPContent.Step {
    fileprivate var text: String {
        switch self {
        case .index(let index): "\(index)"
        case .key(let key): key
        }
    }
}
