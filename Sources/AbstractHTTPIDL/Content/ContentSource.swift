import AbstractHTTP
import AbstractHTTPJSON

/// The value that a ``ContentReader`` reads. It reads JSON directly from the text, without creating a tree.
enum ContentSource: Sendable {
    /// A tree, or nil if there is no value.
    case tree(ResponseContent?)
    /// A value of a JSON text, and its number.
    case json(IndexedJSON, Int)

    /// The value as a tree, or nil if there is none.
    var content: ResponseContent? {
        switch self {
        case .tree(let content): content
        case .json(let json, let value): json.content(of: value)
        }
    }

    /// Whether there is a value. Null is a value.
    var exists: Bool {
        if case .tree(nil) = self { false } else { true }
    }

    /// Whether the value is null or does not exist.
    var isMissing: Bool {
        switch self {
        case .tree(let content): content?.isNull ?? true
        case .json(let json, let value): json.kind(of: value) == .null
        }
    }

    var isObject: Bool {
        switch self {
        case .tree(let content): content?.members != nil
        case .json(let json, let value): json.kind(of: value) == .object
        }
    }

    var isString: Bool {
        switch self {
        case .tree(let content): content?.stringValue != nil
        case .json(let json, let value): json.kind(of: value) == .string
        }
    }

    func member(_ key: String) -> Self {
        switch self {
        case .tree(let content): .tree(content?[key])
        case .json(let json, let value): json.member(key, of: value).map { .json(json, $0) } ?? .tree(nil)
        }
    }

    /// The elements, or nil if this is not an array.
    var elements: [Self]? {
        switch self {
        case .tree(let content): content?.arrayValue?.map { .tree($0) }
        case .json(let json, let value):
            json.kind(of: value) == .array ? json.children(of: value).map { .json(json, $0) } : nil
        }
    }

    /// The members, or nil if this is not an object. In a JSON text, the first one of each key counts.
    var members: [(key: String, value: Self)]? {
        switch self {
        case .tree(let content): return content?.members?.map { ($0.key, .tree($0.value)) }
        case .json(let json, let value):
            guard json.kind(of: value) == .object else { return nil }
            var keys: Set<String> = []
            return json.children(of: value).compactMap { member in
                let key = json.key(of: member)
                return keys.insert(key).inserted ? (key, .json(json, member)) : nil
            }
        }
    }
}
