import AbstractHTTP

/// The parameters of a request, in order. Values can be of any type that can be encoded. Nil removes a parameter of the
/// definition.
///
/// ```swift
/// c.parameters = ["page": 1, "tags": ["swift", "http"], "author": author]
/// c.parameters["filter"] = ["state": state, "limit": 10] as DefinitionParameters
/// c.parameters = [DefinitionParameters.wholeArray: [1, 2, 3]]
/// c.parameters = ["title": "Hello", DefinitionParameters.forcedQuery: ["dry_run": true]]
/// ```
///
/// A value that cannot be encoded is reported as an error of the request.
public struct DefinitionParameters: Sendable {
    /// The key of an array that is sent as the whole content. All other parameters then go into the query.
    public static let wholeArray = "_RFParmArray_"
    /// The key of parameters that go into the query for every method.
    public static let forcedQuery = "_RFParmForceQuryString_"

    private struct Entry: Sendable {
        let key: String
        /// Nil removes the parameter of the definition.
        var value: Result<HTTPContent?, any Error>
    }

    /// The parameters, in order.
    private var entries: [Entry] = []
    /// Why the parameters could not be created from a value.
    private var failure: (any Error)?

    /// Creates parameters from the members of a struct or a dictionary.
    public init(_ value: some Encodable) {
        do {
            guard case .dictionary(let members) = try HTTPContent(value, keys: .unchanged, omitsNil: true) else {
                throw HTTPContentError(reason: .noKey)
            }
            entries = members.map { Entry(key: $0.key, value: .success($0.value)) }
        } catch {
            failure = error
        }
    }

    /// Creates parameters from a dictionary of any values, which can be nested.
    public init(_ values: [String: Any]) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            let isNil = AbstractHTTP.isNil(value)
            let content = isNil ? nil : try? HTTPContent(untyped: value)
            let isRejected = content == nil && !isNil
            let error = DefinitionError.unencodable(key, type: "\(type(of: value))")
            entries.append(Entry(key: key, value: isRejected ? .failure(error) : .success(content)))
        }
    }

    /// Whether there are no parameters.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of `key`. Reading returns an `HTTPContent`, and you can set any encodable value. A new value takes the
    /// place of the old one, and nil removes the parameter of the definition.
    public subscript(key: String) -> (any Encodable)? {
        get { entries.last { $0.key == key }.flatMap { try? $0.value.get() } }
        set {
            let value = Result {
                try newValue.flatMap {
                    AbstractHTTP.isNil($0) ? nil : try HTTPContent($0, keys: .unchanged, omitsNil: true)
                }
            }
            .mapError { error -> any Error in (error as? HTTPContentError)?.below(key: key) ?? error }
            if let index = entries.lastIndex(where: { $0.key == key }) {
                entries[index].value = value
            } else {
                entries.append(Entry(key: key, value: value))
            }
        }
    }

    /// The parameters and their values as text, without secrets.
    var shown: [(key: String, value: String)] {
        entries.map { entry in
            guard !Redaction().isSecret(entry.key, isParameter: true) else { return (entry.key, Redaction.mark) }
            switch entry.value {
            case .success(let content): return (entry.key, content?.description ?? "nil")
            case .failure(let error): return (entry.key, error.textWithoutSecrets)
            }
        }
    }

    /// Returns the members of `others`, with these parameters merged over them.
    func members(over others: [HTTPContent.Members]) throws -> HTTPContent.Members {
        if let failure { throw failure }
        var merged = HTTPContent.Members([])
        for others in others {
            for member in others { merged[member.key] = member.value }
        }
        for entry in entries { merged[entry.key] = try entry.value.get() }
        return merged
    }
}

extension DefinitionParameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters from a literal, in their order. If a key repeats, the last value is used.
    public init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
        for (key, value) in elements { self[key] = value }
    }
}

extension DefinitionParameters: Encodable {
    /// Encodes the parameters that have a value as the members of a dictionary, so that parameters can be nested.
    /// Throws if a value cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
        try HTTPContent.dictionary(members(over: [])).encode(to: encoder)
    }
}
