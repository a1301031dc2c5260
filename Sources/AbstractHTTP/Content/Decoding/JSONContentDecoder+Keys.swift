import Foundation

extension JSONContentDecoder.Keys {
    /// Returns the key of a property for a key of the JSON.
    package func convert(_ key: String) -> String {
        switch self {
        case .unchanged: key
        case .fromSnakeCase: key.convertedFromSnakeCase
        case .custom(let convert): convert(key)
        }
    }
}

extension String {
    /// The key as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` converts it. Underscores at either end stay,
    /// and a key of one word is not changed.
    package var convertedFromSnakeCase: String {
        guard let first = firstIndex(where: { $0 != "_" }), let last = lastIndex(where: { $0 != "_" }) else {
            return self
        }
        let words = self[first...last].split(separator: "_")
        guard words.count > 1 else { return self }
        let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
        return self[..<first] + joined + self[index(after: last)...]
    }
}
