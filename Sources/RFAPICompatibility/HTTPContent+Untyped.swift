import AbstractHTTPDefinitions
import Foundation

extension HTTPContent.Members {
    /// Creates members from Foundation values, sorted by key. Values that cannot be encoded are left out.
    init(untyped values: [String: Any]) {
        let parameters = DefinitionParameters(values)
        self.init(values.keys.sorted().compactMap { key in (parameters[key] as? HTTPContent).map { (key, $0) } })
    }

    /// The members as Foundation values. If a key repeats, the last value is used.
    var untyped: [String: Any] { Dictionary(map { ($0.key, $0.value.untyped) }) { _, last in last } }
}

extension HTTPContent {
    /// The value as `JSONSerialization` and property lists represent it. Numbers are `NSNumber`, and null is `NSNull`.
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
