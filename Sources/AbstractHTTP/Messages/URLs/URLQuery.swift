/// A key of a query with or without a value: `key=value`, `key=`, or `key`.
///
/// ```swift
/// let query = URLQuery([KeyValue(key: "tag", value: "a"), KeyValue(key: "draft", value: nil)])    // tag=a&draft
/// ```
public struct KeyValue: Hashable, Sendable {
    /// The key, not encoded.
    public var key: String
    /// The value, not encoded. If it is nil, the key is written without `=`.
    public var value: String?

    /// Creates a pair.
    public init(key: String, value: String?) {
        self.key = key
        self.value = value
    }
}

/// The pairs after the `?` of a URL. They keep their order, and keys can repeat.
///
/// ```swift
/// var query: URLQuery = ["q": "swift http", "tag": "a", "tag": "b", "sort": nil]
/// query.add("page", "2")
/// query.addFlag("draft")
/// query.encoded(by: DefaultURLEncoder())    // q=swift%20http&tag=a&tag=b&page=2&draft
/// ```
public struct URLQuery: Hashable, Sendable {
    /// The pairs, in the order in which they are sent.
    public var keyValues: [KeyValue]

    /// Creates a query from `keyValues`.
    public init(_ keyValues: [KeyValue] = []) {
        self.keyValues = keyValues
    }

    /// The first value of `key`, or nil if there is none. A new value replaces all of them in the place of the first,
    /// and nil removes them.
    public subscript(key: String) -> String? {
        get { keyValues.first { $0.key == key }?.value }
        set {
            let first = keyValues.firstIndex { $0.key == key } ?? keyValues.endIndex
            keyValues.removeAll { $0.key == key }
            if let newValue { keyValues.insert(KeyValue(key: key, value: newValue), at: first) }
        }
    }

    /// All values of `key`, in order. The value of a key without `=` is nil.
    public subscript(all key: String) -> [String?] { keyValues.filter { $0.key == key }.map(\.value) }

    /// Adds a pair at the end and keeps other pairs with the same key. If the value is nil, nothing is added.
    public mutating func add(_ key: String, _ value: String?) {
        guard let value else { return }
        if keyValues.isEmpty { keyValues.reserveCapacity(4) }
        keyValues.append(KeyValue(key: key, value: value))
    }

    /// Adds a key without a value at the end: `key`, not `key=`.
    public mutating func addFlag(_ key: String) { keyValues.append(KeyValue(key: key, value: nil)) }

    /// Returns the text after the `?`, with each key and each value encoded by `encoder`.
    public func encoded(by encoder: some URLEncoder) -> String { encoded(by: encoder, prefix: "", nil) }

    /// Returns `url`, which has no fragment, with these pairs after those of its query.
    func encoded(by encoder: some URLEncoder, after url: String) -> String {
        encoded(by: encoder, prefix: url, url.querySeparator)
    }

    private func encoded(by encoder: some URLEncoder, prefix: String, _ separator: UInt8?) -> String {
        guard let escaping = ByteEscaping(encoder) else {
            let pairs = keyValues.map { $0.encoded(by: encoder) }.joined(separator: "&")
            return prefix + (separator.map { String(UnicodeScalar($0)) } ?? "") + pairs
        }
        var capacity = prefix.utf8.count + 1
        for pair in keyValues { capacity += (pair.key.utf8.count + (pair.value?.utf8.count ?? 0)) * 3 + 2 }
        return String(capacity: capacity, escaping) { writer in
            writer.append(unescaped: prefix)
            if let separator { writer.append(separator) }
            for index in keyValues.indices {
                if index > 0 { writer.append(UInt8(ascii: "&")) }
                writer.append(keyValues[index].key)
                guard let value = keyValues[index].value else { continue }
                writer.append(UInt8(ascii: "="))
                writer.append(value)
            }
        }
    }
}

extension URLQuery {
    /// Says how a dictionary becomes a query.
    @available(
        *, unavailable,
        message: """
            a dictionary has no order; write 'let query: URLQuery = ["page": page?.description]', or call add(_:_:) for \
            each pair
            """
    )
    public init(_ values: [String: Any?]) { self.init() }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
    /// Creates a query from the pairs of a literal, in their order. A value can be a string, a number, or a Boolean. A
    /// pair whose value is nil is left out.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
        keyValues = elements.map { key, value in KeyValue(key: key, value: value?.description) }
        // Few literals have such values, and leaving them out at once would copy each value once more.
        if keyValues.contains(where: { $0.value == nil }) { keyValues.removeAll { $0.value == nil } }
    }
}

extension KeyValue {
    fileprivate func encoded(by encoder: some URLEncoder) -> String {
        let key = encoder.encode(key)
        return value.map { "\(key)=\(encoder.encode($0))" } ?? key
    }
}
