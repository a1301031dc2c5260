/// A key of a definition in a rule file.
///
/// A new key is one row of ``all``. Rule files, ``Definition/merged(over:)``, and the messages about unknown keys use
/// this table.
struct RuleKey: Sendable {
    /// The key in a file.
    let name: String
    /// Reads the value of the key into its member of a definition.
    let read: @Sendable (DefinitionValue, inout Definition) throws(RuleMismatch) -> Void
    /// Takes the member from the second definition if the first one lacks it.
    let inherit: @Sendable (inout Definition, Definition) -> Void

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - member: The member that the key sets. It is inherited as a whole.
    ///   - reader: Reads the value as the type that the member requires.
    private init<Value>(
        _ name: String, _ member: any WritableKeyPath<Definition, Value?> & Sendable,
        _ reader: @escaping @Sendable (DefinitionValue) -> () throws(RuleMismatch) -> Value
    ) {
        self.name = name
        read = { value, definition throws(RuleMismatch) in definition[keyPath: member] = try reader(value)() }
        inherit = { definition, other in
            if definition[keyPath: member] == nil { definition[keyPath: member] = other[keyPath: member] }
        }
    }

    /// All keys, in the order of `Documentation/Definitions.md`.
    static let all = [
        Self("Base", \.baseURL, DefinitionValue.base),
        Self("Path Prefix", \.pathPrefix, DefinitionValue.template),
        Self("Path", \.path, DefinitionValue.template),
        Self("Method", \.method, DefinitionValue.method),
        Self("Headers", \.headers, DefinitionValue.headers),
        Self("Parameters", \.parameters, DefinitionValue.members),
        Self("Places", \.places, DefinitionValue.places),
        Self("Authorization", \.needsAuthorization, DefinitionValue.bool),
        Self("Serializer", \.requestSerializer, DefinitionValue.requestSerializer),
        Self("Response Serializer", \.responseSerializer, DefinitionValue.responseSerializer),
        Self("Response Type", \.responseType, DefinitionValue.choice),
        Self("Response Class", \.responseClass, DefinitionValue.model),
        Self("Response Classes", \.responseClasses, DefinitionValue.models),
        Self("Failure Class", \.failureClass, DefinitionValue.model),
        Self("Failure Classes", \.failureClasses, DefinitionValue.models),
        Self("Response Accept Null", \.acceptsNull, DefinitionValue.bool),
        Self("Cache Policy", \.cacheMode, DefinitionValue.choice),
        Self("Expire", \.expire, DefinitionValue.seconds),
        Self("Offline Policy", \.offlinePolicy, DefinitionValue.choice),
        Self("Next Page", \.nextPage, DefinitionValue.nextPage),
        Self("Items", \.itemsPath, DefinitionValue.optionalKeys),
        Self("User Info", \.userInfo, DefinitionValue.members),
        Self("Notes", \.notes, DefinitionValue.text),
    ]

    /// The key of the default definition, which supplies what the others leave out.
    static let `default` = "DEFAULT"

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// Returns the key with exactly this name.
    static func named(_ name: String) -> Self? { byName[name] }

    /// Returns the key for which `text` could be a typo. Case and separators are ignored.
    static func similar(to text: String) -> Self? {
        let letters = text.letters
        if let equal = all.first(where: { $0.name.letters == letters }) { return equal }
        let near = letters.nearest(of: all.map(\.name.letters))
        return all.first { $0.name.letters == near }
    }
}

extension String {
    /// The letters and digits of the string, in lower case.
    var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
