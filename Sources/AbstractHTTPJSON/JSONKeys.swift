import AbstractHTTP
import JSONBytes

/// The keys of a type's members, in the order of its properties. A key is known by its index.
///
/// ```swift
/// static let keys = JSONKeys("id", "full_name")
/// ```
///
/// Create it once for each type, because reading and writing use tables that are made from it.
public final class JSONKeys: Sendable {
    /// The keys as they are.
    let plain: KeyTable
    /// The keys in snake case, as they are written.
    private let written = LockedValue<KeyTable?>(nil)
    /// The keys in snake case that a decoder converts to the keys of the properties.
    private let converted = LockedValue<KeyTable?>(nil)

    /// Creates keys from their names, which must differ from one another.
    public init(_ names: String...) { plain = KeyTable(names) }

    /// Returns the keys of a generic type, which cannot store them itself. They are created once for each of its types.
    ///
    /// ```swift
    /// static var keys: JSONKeys { JSONKeys.shared(by: Self.self) { [JSONKeys("items", "next")] }[0] }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type with its arguments.
    ///   - create: Creates the keys. It is called once, apart from races.
    public static func shared(by type: Any.Type, _ create: () -> [JSONKeys]) -> [JSONKeys] {
        if let known = ofTypes.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let new = create()
        return ofTypes.withLock { keys in
            let first = keys[ObjectIdentifier(type)] ?? new
            keys[ObjectIdentifier(type)] = first
            return first
        }
    }

    private static let ofTypes = LockedValue<[ObjectIdentifier: [JSONKeys]]>([:])

    /// The keys as `KeyCodingStrategy.snakeCase` writes them.
    var inSnakeCase: KeyTable { written.created { plain.spelled(by: .snakeCase) } }

    /// The keys that `JSONContentDecoder.Keys.fromSnakeCase` converts to those of the properties, as far as they can be
    /// predicted.
    var fromSnakeCase: KeyTable {
        converted.created {
            let spellings = plain.names.map { name in
                let spelling = KeyCodingStrategy.snakeCase.convert(name)
                // No text can have this key.
                return spelling.convertedFromSnakeCase == name ? spelling : "\u{0}\(name)"
            }
            return KeyTable(plain.names, spellings: spellings)
        }
    }
}

extension LockedValue<KeyTable?> {
    /// The table, which is created once.
    fileprivate func created(_ create: () -> KeyTable) -> KeyTable {
        withLock { table in
            let new = table ?? create()
            table = new
            return new
        }
    }
}

extension KeyTable {
    /// The table with the keys as a strategy writes them.
    func spelled(by strategy: KeyCodingStrategy) -> KeyTable {
        KeyTable(names, spellings: names.map { strategy.convert($0) })
    }
}
