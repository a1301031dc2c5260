import AbstractHTTP

extension ContentReader {
    /// Returns the reader with other formats of dates and of numbers that are infinite or NaN.
    public func with(dates: DateCodingStrategy? = nil, nonFinite: NonFiniteNumbers? = nil) -> Self {
        reading(source) { options in
            options.dates = dates ?? options.dates
            options.nonFinite = nonFinite ?? options.nonFinite
        }
    }
}

extension ContentReader {
    /// Returns the discriminator of a union as text, or nil if it is missing.
    public func text(of key: String) -> String? {
        let member = member(key)
        return switch member.content {
        case .string(let text): text
        case .number(let number): number.description
        case .bool(let value): value.description
        default: nil
        }
    }

    /// Returns the value at this position, or nil if it has another type or a field without a `?` is missing.
    public func match<Value: ResponseContentConvertible>(_ type: Value.Type) -> Value? {
        let reader = reading(source) { ($0.isStrict, $0.isMatching) = (true, true) }
        return try? reader.required()
    }
}
