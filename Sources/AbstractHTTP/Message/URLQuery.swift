/// One key of a query, with or without a value: `key=value`, `key=` or `key`.
public struct KeyValue: Hashable, Sendable {
    /// The key, not encoded.
    public var key: String
    /// The value, not encoded; nil writes the key alone, without `=`.
    public var value: String?

    /// Makes a pair.
    public init(key: String, value: String?) {
        self.key = key
        self.value = value
    }
}

/// The pairs after the `?` of a URL: ordered, keys may repeat.
///
/// ```swift
/// var query: URLQuery = ["q": "swift http", "tag": "a", "tag": "b", "draft": nil]
/// query.add("page", "2")
/// query.encoded(by: DefaultURLEncoder())    // q=swift%20http&tag=a&tag=b&draft&page=2
/// ```
public struct URLQuery: Hashable, Sendable {
    /// The pairs, in the order in which they are sent.
    public var keyValues: [KeyValue]

    /// Makes a query of `keyValues`.
    public init(_ keyValues: [KeyValue] = []) {
        self.keyValues = keyValues
    }

    /// Adds a pair at the end, beside those of the same key.
    public mutating func add(_ key: String, _ value: String?) {
        keyValues.append(KeyValue(key: key, value: value))
    }

    /// The text after the `?`, each key and each value encoded by `encoder`.
    public func encoded(by encoder: some URLEncoder) -> String {
        var text = ""
        write(to: &text, encoder)
        return text
    }

    /// Appends the encoded pairs to `text`.
    func write(to text: inout String, _ encoder: some URLEncoder) {
        var isFirst = true
        for pair in keyValues {
            if !isFirst { text += "&" }
            isFirst = false
            text += encoder.encode(pair.key)
            guard let value = pair.value else { continue }
            text += "="
            text += encoder.encode(value)
        }
    }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
    /// Makes a query of the pairs, in their order, repeats included.
    public init(dictionaryLiteral elements: (String, String?)...) {
        keyValues = elements.map { KeyValue(key: $0.0, value: $0.1) }
    }
}
