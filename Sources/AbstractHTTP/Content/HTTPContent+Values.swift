import Foundation

extension HTTPContent {
    /// The string, or nil if the value is not a string.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number as an integer, or nil if the value is not an integer or does not fit.
    public var intValue: Int? {
        if case .number(let number) = self { number.integer() } else { nil }
    }

    /// The number as the nearest `Double`, or nil if the value is not a number.
    public var doubleValue: Double? {
        if case .number(let number) = self { number.doubleValue } else { nil }
    }

    /// The Boolean, or nil if the value is not a Boolean.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, or nil if the value is not an array.
    public var arrayValue: [HTTPContent]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, or nil if the value is not a dictionary.
    public var members: Members? {
        if case .dictionary(let members) = self { members } else { nil }
    }

    /// Whether the value is null.
    public var isNull: Bool { self == .null }

    /// The member named `key`, or nil if there is none or the value is not a dictionary.
    ///
    /// A new value keeps the place of the member. Nil removes the member, and ``null`` does not. A value that is not a
    /// dictionary becomes one.
    public subscript(key: String) -> HTTPContent? {
        get { members?[key] }
        set {
            // Removing a member creates no dictionary.
            guard members != nil || newValue != nil else { return }
            var members = members ?? [:]
            members[key] = newValue
            self = .dictionary(members)
        }
    }

    /// The element at `index`, or nil if there is none or the value is not an array.
    public subscript(index: Int) -> HTTPContent? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension HTTPContent: CustomStringConvertible {
    /// The tree as JSON without secrets, for messages. Dates are written as ISO 8601, bytes as their count, and files
    /// as their path.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value.description
        case .number(let number): number.description
        case .string(let text): Redaction().text(text).debugDescription.inOneLine
        case .date(let date) where date.isWritable: date.iso8601Text().debugDescription
        case .date(let date): "\(date.timeIntervalSince1970) seconds since 1970"
        case .data(let data): "(\(data.data.count) bytes)"
        case .file(let file): "(\(file.url.path.inOneLine))"
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
        case .dictionary(let members):
            "{\(members.map(\.description).joined(separator: ", "))}"
        }
    }
}

extension HTTPContent? {
    /// The member named `key`. A path needs no question marks: `json["user"]["name"]`. Setting it creates the missing
    /// dictionaries of a path.
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
