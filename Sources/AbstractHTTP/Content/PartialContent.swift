/// A value without some of its members, which are already elsewhere in the request.
package struct PartialContent: Encodable, Sendable {
    private let whole: any Encodable & Sendable
    /// The coding keys of the members that are left out.
    private let names: Set<String>
    /// The members of the whole value, if they are known.
    private let members: HTTPContent.Members?

    /// Creates a value without the members whose coding keys are `names`.
    ///
    /// - Parameter members: All members of the value, with unchanged keys, if they are known. With them, the value is
    ///   not encoded again.
    package init(
        _ whole: any Encodable & Sendable, without names: Set<String>, of members: HTTPContent.Members? = nil
    ) {
        self.whole = whole
        self.names = names
        self.members = members
    }

    /// The rest as a tree, if the members are known and `keys` does not change them.
    func tree(_ keys: KeyCodingStrategy) -> HTTPContent? {
        guard let members, case .unchanged = keys else { return nil }
        return HTTPContent.dictionary(members).without(names)
    }

    /// Lets the value encode itself, and drops those members.
    package func encode(to encoder: any Encoder) throws {
        if let dictionary = whole as? any DictionaryContent, !(encoder is ContentTreeEncoder) {
            // Encoders know a dictionary by its type, and leave its keys as they are.
            var container = encoder.singleValueContainer()
            try container.encode(dictionary.members(without: names))
        } else if let tree = (whole as? any RequestContentConvertible)?.asRequestContent() {
            try tree.without(names).encode(to: encoder)
        } else {
            try whole.encode(to: PartialEncoder(encoder: encoder, names: names))
        }
    }
}

extension Encodable {
    /// Whether the keys of the value are data, so that any of them may be missing.
    package var hasDataKeys: Bool { self is any DictionaryContent }
}

/// A collection whose keys are data.
private protocol DictionaryContent {
    func members(without names: Set<String>) -> any Encodable
}

extension Dictionary: DictionaryContent where Key == String, Value: Encodable {
    fileprivate func members(without names: Set<String>) -> any Encodable { filter { !names.contains($0.key) } }
}

extension HTTPContent: DictionaryContent {
    fileprivate func members(without names: Set<String>) -> any Encodable {
        guard let members = without(names).members else { return self }
        return Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
    }

    func without(_ names: Set<String>) -> Self {
        guard let members else { return self }
        return .dictionary(Members(members.filter { !names.contains($0.key) }.map { ($0.key, $0.value) }))
    }
}
