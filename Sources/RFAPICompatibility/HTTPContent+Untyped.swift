import AbstractHTTPDefinitions
import Foundation

extension HTTPContent.Members {
    /// Makes members of Foundation's values, sorted by key; leaves out what cannot be encoded.
    init(untyped values: [String: Any]) {
        let parameters = DefinitionParameters(values)
        self.init(values.keys.sorted().compactMap { key in (parameters[key] as? HTTPContent).map { (key, $0) } })
    }

    /// The members as Foundation's values; the last one of those that repeat a key.
    var untyped: [String: Any] { Dictionary(map { ($0.key, $0.value.untyped) }) { _, last in last } }
}

extension HTTPContent {
    /// The value as `JSONSerialization` and property lists have it: a number is an `NSNumber`, null is `NSNull`.
    fileprivate var untyped: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let number): number.foundationNumber
        case .string(let text): text
        case .date(let date): date
        case .array(let elements): elements.map(\.untyped)
        case .dictionary(let members): members.untyped
        case .data(let data): data.data
        case .file: self
        }
    }
}

extension HTTPContent.Number {
    fileprivate var foundationNumber: NSNumber {
        if let integer = integer(as: Int64.self) { return NSNumber(value: integer) }
        if let integer = integer(as: UInt64.self) { return NSNumber(value: integer) }
        return NSNumber(value: doubleValue)
    }
}
