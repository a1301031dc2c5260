import AbstractHTTP
import JSONBytes

/// How values are written. One is shared by everything in a text.
final class WritingOptions {
    let json: JSONContentEncoder
    /// The keys of types as the strategy of the user converts them, by the identity of the keys.
    private var converted: [ObjectIdentifier: KeyTable] = [:]

    init(_ json: JSONContentEncoder) { self.json = json }

    /// The keys as they are written.
    func table(for keys: JSONKeys) -> KeyTable {
        switch json.keys {
        case .unchanged: return keys.plain
        case .snakeCase: return keys.inSnakeCase
        case .kebabCase, .custom:
            if let table = converted[ObjectIdentifier(keys)] { return table }
            let table = keys.plain.spelled(by: json.keys)
            converted[ObjectIdentifier(keys)] = table
            return table
        }
    }
}
