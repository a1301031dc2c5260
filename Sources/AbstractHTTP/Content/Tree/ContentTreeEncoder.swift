import Foundation

extension HTTPContent {
    /// Creates the tree of an encodable value. Members keep the order in which the value encodes them, nil becomes
    /// null, and dates and bytes stay what they are.
    ///
    /// Swift dictionaries and sets are sorted, so that the same value always gives the same tree. ``KeyCodingStrategy``
    /// does not change the keys of dictionaries, because they are data. Rethrows the errors of the value's
    /// `encode(to:)`.
    public init(_ value: some Encodable, keys: KeyCodingStrategy = .unchanged) throws {
        try self.init(value, keys: keys, omitsNil: false)
    }

    /// Creates the tree that `value` encodes, even if it provides its own tree.
    package init(encoding value: some Encodable) throws {
        let encoder = ContentTreeEncoder(keys: .unchanged)
        try value.encode(to: encoder)
        self = encoder.node.content
    }

    /// Creates the tree of a value, optionally without nil properties. An explicit null in a tree or dictionary stays.
    package init(_ value: some Encodable, keys: KeyCodingStrategy, omitsNil: Bool) throws {
        // Most fields are text or integers, and a cast to a protocol takes longer than everything else.
        if let text = exactly(value, String.self) {
            self = .string(text)
        } else if let number = exactly(value, Int.self) {
            self = .number(Number(number))
        } else if !omitsNil, let tree = exactly(value, PartialContent.self)?.tree(keys) {
            self = tree
        } else {
            self =
                try exactly(value, HTTPContent.self)
                ?? ContentTreeEncoder(keys: keys, omitsNil: omitsNil).content(of: value)
            try checkDepth(Self.deepestLevel)
        }
    }
}

/// Writes any value into a tree.
struct ContentTreeEncoder: Encoder {
    let keys: KeyCodingStrategy
    /// Whether a nil property is left out instead of written as null.
    var omitsNil = false
    /// The number of levels above.
    var level = 0
    var node = ContentNode()
    var path: CodingPath?
    let userInfo: [CodingUserInfoKey: Any] = [:]

    var codingPath: [any CodingKey] { path?.keys ?? [] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beginMembers(ObjectIdentifier(Key.self))
        return KeyedEncodingContainer(ContentKeyedEncoding<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginElements()
        return ContentUnkeyedEncoding(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ContentSingleEncoding(encoder: self) }

    /// The tree of the value at `path`.
    func content<Value: Encodable>(of value: Value, below path: CodingPath? = nil) throws -> HTTPContent {
        if let value = value as? any RequestContentConvertible { return value.asRequestContent() }
        guard level < HTTPContent.deepestLevel else { throw HTTPContentError(reason: .tooDeep) }
        let child = child(below: path)
        if let value = value as? any UnorderedContent { return try value.sortedContent(child) }
        try value.encode(to: child)
        return child.node.content
    }

    /// A new encoder for the value at `path`.
    func child(below path: CodingPath?, _ node: ContentNode = ContentNode()) -> Self {
        Self(keys: keys, omitsNil: omitsNil, level: level + 1, node: node, path: path)
    }
}

extension ContentNode {
    /// The keys of a dictionary of the standard library that encodes itself in place.
    private static let dictionaryKeys: ObjectIdentifier? = {
        let encoder = ContentTreeEncoder(keys: .unchanged)
        try? [String: Int]().encode(to: encoder)
        return encoder.node.keyType
    }()

    /// Whether the order of the members is arbitrary. They are then sorted.
    var isUnordered: Bool { keyType == Self.dictionaryKeys }
}

/// The coding path of an encoder, as a linked list that shares its prefixes.
final class CodingPath {
    private let key: any CodingKey
    private let parent: CodingPath?

    init(_ key: any CodingKey, _ parent: CodingPath?) {
        self.key = key
        self.parent = parent
    }

    var keys: [any CodingKey] { (parent?.keys ?? []) + [key] }
}

/// A collection whose order differs in each process.
private protocol UnorderedContent {
    func sortedContent(_ encoder: ContentTreeEncoder) throws -> HTTPContent
}

extension Set: UnorderedContent where Element: Encodable {
    fileprivate func sortedContent(_ encoder: ContentTreeEncoder) throws -> HTTPContent {
        let elements = try map { try encoder.content(of: $0, below: encoder.path) }
        return .array(elements.map { ($0, $0.sortingText) }.sorted { $0.1 < $1.1 }.map(\.0))
    }
}

extension Dictionary: UnorderedContent where Key: Encodable, Value: Encodable {
    /// Encodes as the standard library does: by key if it is a string or a number, otherwise keys and values in turn.
    fileprivate func sortedContent(_ encoder: ContentTreeEncoder) throws -> HTTPContent {
        let members = try map { key, value in
            let content = try encoder.content(of: key, below: encoder.path)
            let name = (key as? any CodingKeyRepresentable)?.codingKey.stringValue ?? content.sortingText
            let path = CodingPath(ContentKey(name), encoder.path)
            return (name: name, key: content, value: try encoder.content(of: value, below: path))
        }
        let sorted = members.sorted { $0.name < $1.name }
        guard Key.self is any CodingKeyRepresentable.Type else {
            return .array(sorted.flatMap { [$0.key, $0.value] })
        }
        return .dictionary(HTTPContent.Members(sorted.map { ($0.name, $0.value) }))
    }
}

extension HTTPContent {
    /// Text that is different for different values and the same in every process.
    fileprivate var sortingText: String {
        switch self {
        case .null: "null"
        case .bool(let value): value.description
        case .string(let text): text
        case .number(let number): number.description
        case .date(let date): date.timeIntervalSinceReferenceDate.description
        case .data(let data): data.data.base64EncodedString()
        case .file(let file): file.url.absoluteString
        case .array(let elements): elements.map(\.sortingText).debugDescription
        case .dictionary(let members): members.map { [$0.key, $0.value.sortingText] }.debugDescription
        }
    }
}
