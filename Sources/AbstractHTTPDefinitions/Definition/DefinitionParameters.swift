import AbstractHTTP

/// The parameters of a request, in their order: any values that can be encoded. Nil takes back what the definition has.
///
/// ```swift
/// c.parameters = ["page": 1, "tags": ["swift", "http"], "author": author]
/// c.parameters = [DefinitionParameters.wholeArray: [1, 2, 3]]
/// c.parameters = ["title": "Hello", DefinitionParameters.forcedQuery: ["dry_run": true]]
/// ```
///
/// A value that cannot be encoded is no error here, but of the request.
public struct DefinitionParameters: Sendable {
    /// The key of an array that is the whole of what is sent; the other parameters stand in the query then.
    public static let wholeArray = "_RFParmArray_"
    /// The key of parameters that stand in the query, whatever the method is.
    public static let forcedQuery = "_RFParmForceQuryString_"

    /// In their order, nil for those that are taken back.
    private(set) var entries: [(key: String, value: HTTPContent?)] = []
    /// The first value that cannot be encoded.
    private(set) var failure: (any Error)?

    /// Makes the parameters that are the members of a value. Throws what its encoding throws, and an `HTTPContentError` where it has no members.
    public init(_ value: some Encodable) throws {
        guard case .dictionary(let members) = try HTTPContent(value) else { throw HTTPContentError(reason: .noKey) }
        self.init(members)
    }

    init(_ members: HTTPContent.Members) {
        entries = members.map { ($0.key, $0.value) }
    }

    /// Whether there are none.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of `key`, as it is sent; nil where there is none.
    public subscript(key: String) -> HTTPContent? { entries.last { $0.key == key }?.value }

    /// Sets the value of `key`, in its place; nil takes back what the definition has.
    public mutating func set(_ key: String, _ value: (any Encodable)?) {
        var content: HTTPContent?
        do {
            content = try value?.unwrapped.map { try HTTPContent($0) }
        } catch {
            failure = failure ?? (error as? HTTPContentError)?.below(key: key) ?? error
        }
        if let index = entries.lastIndex(where: { $0.key == key }) {
            entries[index].value = content
        } else {
            entries.append((key, content))
        }
    }

    /// These over others, as the members of a tree.
    func members(over others: [HTTPContent.Members]) throws -> HTTPContent.Members {
        if let failure { throw failure }
        var merged = HTTPContent.Members([])
        for others in others {
            for member in others { merged[member.key] = member.value }
        }
        for entry in entries { merged[entry.key] = entry.value }
        return merged
    }
}

extension DefinitionParameters: ExpressibleByDictionaryLiteral {
    /// Makes parameters, in their order; of a key that repeats, the last value counts.
    public init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
        for (key, value) in elements { set(key, value) }
    }
}
