import JSONBytes

/// A value of a document, with its JSON pointer.
struct Element {
    let node: JSONNode
    /// The JSON pointer (RFC 6901) from the root.
    let pointer: String

    /// The value of a member, or nil if there is none.
    subscript(key: String) -> Element? {
        node[key].map { Element(node: $0, pointer: pointer + "/" + key.pointerToken) }
    }

    /// The members, if this is an object. If a key repeats, only its last member is here.
    var members: [(key: String, value: Element)] {
        var keys: Set<String> = []
        let members = (node.members ?? []).reversed().filter { keys.insert($0.key).inserted }.reversed()
        return members.map { ($0.key, Element(node: $0.value, pointer: pointer + "/" + $0.key.pointerToken)) }
    }

    /// The elements, if this is an array.
    var elements: [Element] {
        (node.elements ?? []).enumerated().map { Element(node: $1, pointer: "\(pointer)/\($0)") }
    }

    /// The string, or nil if this is not a string.
    var text: String? { node.string }
    /// The Boolean, or nil if this is not a Boolean.
    var boolean: Bool? { node.boolean }
    /// Whether this is null.
    var isNull: Bool { if case .null = node.content { true } else { false } }
    /// The strings among the elements.
    var texts: [String] { (node.elements ?? []).compactMap(\.string) }
    var isObject: Bool { node.members != nil }

    /// Whether a schema only describes its values, or only allows null.
    var isAnnotation: Bool {
        let words: Set = [
            "description", "title", "example", "examples", "nullable", "default", "deprecated", "readOnly",
            "writeOnly", "externalDocs", "xml",
        ]
        return isObject && members.allSatisfy { words.contains($0.key) || $0.key.hasPrefix("x-") }
    }

    /// The string, the number, or the Boolean as text.
    var scalar: String? {
        switch node.content {
        case .string(let text), .number(let text): text
        case .boolean(let value): "\(value)"
        case .object, .array, .null: nil
        }
    }

    /// The integer, or nil if this is not an integer.
    var integer: Int64? { if case .number(let text) = node.content { Int64(text) } else { nil } }

    /// The last token of the pointer.
    var lastToken: String { pointer.split(separator: "/").last.map { String($0).withoutPointerEscapes } ?? "" }
}

extension String {
    /// The text as a token of a JSON pointer.
    var pointerToken: String {
        contains { $0 == "~" || $0 == "/" } ? replacing("~", with: "~0").replacing("/", with: "~1") : self
    }

    /// The text of a token of a JSON pointer.
    var withoutPointerEscapes: String { replacing("~1", with: "/").replacing("~0", with: "~") }
}

extension [Element] {
    /// A `filter` that keeps the type of the error.
    func kept(_ isKept: (Element) throws(ImportError) -> Bool) throws(ImportError) -> [Element] {
        var kept: [Element] = []
        for element in self where try isKept(element) { kept.append(element) }
        return kept
    }
}
