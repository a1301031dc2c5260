import Foundation

extension HTTPContent {
    /// The text; nil for anything else.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number as an integer; nil for anything else, and for one that is none or does not fit.
    public var intValue: Int? {
        if case .number(let number) = self { number.integer() } else { nil }
    }

    /// The number as the nearest `Double`; nil for anything else.
    public var doubleValue: Double? {
        if case .number(let number) = self { number.doubleValue } else { nil }
    }

    /// The Boolean; nil for anything else.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements; nil for anything else.
    public var arrayValue: [HTTPContent]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members; nil for anything else.
    public var members: Members? {
        if case .dictionary(let members) = self { members } else { nil }
    }

    /// Whether it is null.
    public var isNull: Bool { self == .null }

    /// The member called `key`; nil where there is none, and where this is no dictionary.
    ///
    /// Setting it keeps its place, nil removes it (``null`` does not); what is no dictionary becomes one.
    public subscript(key: String) -> HTTPContent? {
        get { members?[key] }
        set {
            // Removing something makes nothing.
            guard members != nil || newValue != nil else { return }
            var members = members ?? [:]
            members[key] = newValue
            self = .dictionary(members)
        }
    }

    /// The element at `index`; nil where there is none, and where this is no array.
    public subscript(index: Int) -> HTTPContent? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension HTTPContent: CustomStringConvertible {
    /// The tree as JSON, for messages: dates as ISO 8601, bytes by their number, a file by its path.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value.description
        case .number(let number): number.description
        case .string(let text): text.debugDescription
        case .date(let date): date.formatted(.iso8601).debugDescription
        case .data(let data): "(\(data.data.count) bytes)"
        case .file(let file): "(\(file.url.path))"
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
        case .dictionary(let members):
            "{\(members.map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", "))}"
        }
    }
}

extension HTTPContent? {
    /// The member called `key`, so that a path needs no question marks: `json["user"]["name"]`. Setting it makes the
    /// dictionaries that are missing on the way.
    public subscript(key: String) -> HTTPContent? {
        get { self?[key] }
        set {
            guard self != nil || newValue != nil else { return }
            var content = self ?? .dictionary([:])
            content[key] = newValue
            self = content
        }
    }

    /// The element at `index`.
    public subscript(index: Int) -> HTTPContent? { self?[index] }
}
