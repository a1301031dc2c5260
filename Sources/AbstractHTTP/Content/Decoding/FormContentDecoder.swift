import Foundation

/// Decodes an `application/x-www-form-urlencoded` body, such as an OAuth token response. The types of the model decide
/// whether a value is read as a string, a number, a Boolean (`true`, `false`, `1`, `0`), or a date. A key that repeats
/// or ends in `[]` becomes an array.
///
/// ```swift
/// var config = ConnectionConfig()
/// config.contentDecoder = MediaTypeDecoder(form: FormContentDecoder(dates: .secondsSince1970))
/// ```
public struct FormContentDecoder: ContentDecoder {
    /// How dates are read.
    public var dates: DateCodingStrategy

    /// Creates a decoder.
    public init(dates: DateCodingStrategy = .iso8601) {
        self.dates = dates
    }

    /// Decodes the body, whatever its Content-Type. Throws `DecodingError`.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        let query = URLQuery(formEncoded: try ModelParser.text(of: response))
        return try HTTPContent(query).decodedAsForm(as: type, dates: dates)
    }
}

extension HTTPContent {
    /// The pairs as a dictionary. The values of a repeated key are an array.
    fileprivate init(_ query: URLQuery) {
        var order: [String] = []
        var values: [String: [HTTPContent]] = [:]
        var arrays: Set<String> = []
        for pair in query.keyValues {
            let isArray = pair.key.hasSuffix("[]")
            let key = isArray ? String(pair.key.dropLast(2)) : pair.key
            if isArray { arrays.insert(key) }
            if values[key] == nil { order.append(key) }
            values[key, default: []].append(.string(pair.value ?? ""))
        }
        self = .dictionary(
            Members(
                order.map { key in
                    let all = values[key] ?? []
                    return (key, all.count == 1 && !arrays.contains(key) ? all[0] : .array(all))
                }))
    }
}
