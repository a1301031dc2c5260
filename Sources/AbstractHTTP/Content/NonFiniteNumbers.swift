/// How numbers that are infinite or NaN are written and read. JSON has no notation for them (RFC 8259, section 6).
///
/// ```swift
/// try JSONContentEncoder(nonFinite: .names).encode(["limit": Double.infinity])    // {"limit":"Infinity"}
/// ```
public enum NonFiniteNumbers: Sendable {
    /// They are errors.
    case refused
    /// They are the strings `NaN`, `Infinity`, and `-Infinity`.
    case names
}

extension NonFiniteNumbers {
    /// The names, as ECMAScript writes these numbers.
    static let (nan, infinity, negativeInfinity) = ("NaN", "Infinity", "-Infinity")

    /// The name of a number that is not finite. Throws if it is refused.
    func text(of number: HTTPContent.Number) throws(HTTPContentError) -> String {
        guard self == .names else { throw HTTPContentError(reason: .notFinite) }
        let value = number.doubleValue
        return value.isNaN ? Self.nan : value < 0 ? Self.negativeInfinity : Self.infinity
    }
}

extension HTTPContent.Number {
    /// The name of the number if it is infinite or NaN.
    package var nonFiniteName: String? { isFinite ? nil : try? NonFiniteNumbers.names.text(of: self) }

    /// The number that is infinite or NaN with this name, or nil if the name is another one.
    package static func nonFinite(named name: String) -> Double? {
        switch name {
        case NonFiniteNumbers.nan: .nan
        case NonFiniteNumbers.infinity: .infinity
        case NonFiniteNumbers.negativeInfinity: -.infinity
        default: nil
        }
    }
}
