import AbstractHTTP
import JSONBytes

/// How values are written. One is shared by everything in a text.
final class WritingOptions {
    let json: JSONContentEncoder
    /// The keys of types as the strategy of the user converts them, by the identity of the keys, which stay alive here.
    private var converted: [ObjectIdentifier: (keys: JSONKeys, table: KeyTable)] = [:]

    init(_ json: JSONContentEncoder) { self.json = json }

    /// The keys as they are written.
    func table(for keys: JSONKeys) -> KeyTable {
        switch json.keys {
        case .unchanged: return keys.plain
        case .snakeCase: return keys.inSnakeCase
        case .kebabCase, .custom:
            if let known = converted[ObjectIdentifier(keys)] { return known.table }
            let table = keys.plain.spelled(by: json.keys)
            converted[ObjectIdentifier(keys)] = (keys, table)
            return table
        }
    }
}
