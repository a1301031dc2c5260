import Foundation

extension HTTPContent {
    /// An exact number: any 64-bit integer, a `Double`, a `Float`, or a `Decimal`.
    ///
    /// ```swift
    /// let price: HTTPContent = .number(HTTPContent.Number(Decimal(string: "19.99")!))
    /// ```
    public struct Number: Hashable, Sendable {
        private enum Storage: Hashable {
            case signed(Int64)
            case unsigned(UInt64)
            case double(Double)
            case float(Float)
            case decimal(Decimal)
        }

        private let storage: Storage

        /// Creates a number.
        public init(_ value: Int) { storage = .signed(Int64(value)) }
        /// Creates a number.
        public init(_ value: Int64) { storage = .signed(value) }
        /// Creates a number.
        public init(_ value: UInt64) { storage = Int64(exactly: value).map(Storage.signed) ?? .unsigned(value) }
        /// Creates a number. No encoder can write a number that is not finite.
        public init(_ value: Double) { storage = .double(value) }
        /// Creates a number. Its description is the shortest one that gives the same `Float`.
        public init(_ value: Float) { storage = .float(value) }
        /// Creates a number.
        public init(_ value: Decimal) { storage = .decimal(value) }
    }
}

extension HTTPContent.Number {
    /// Whether the number is neither infinite nor NaN.
    public var isFinite: Bool {
        switch storage {
        case .signed, .unsigned: true
        case .double(let value): value.isFinite
        case .float(let value): value.isFinite
        case .decimal(let value): value.isFinite
        }
    }

    /// The nearest `Double`.
    public var doubleValue: Double {
        switch storage {
        case .signed(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .float(let value): Double(value)
        // `NSDecimalNumber` rounds twice.
        case .decimal(let value): Double(value.description) ?? .nan
        }
    }

    /// Returns the value as an integer, or nil if it is not an integer or does not fit.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        switch storage {
        case .signed(let value): Integer(exactly: value)
        case .unsigned(let value): Integer(exactly: value)
        case .double, .float: Integer(exactly: doubleValue)
        case .decimal(let value): Integer(value.description)
        }
    }
}

extension HTTPContent.Number {
    /// The maximum number of bytes of its text, or nil if the number is not finite or the length is unknown.
    var mostBytes: Int? {
        switch storage {
        case .signed, .unsigned: 20
        case .double(let value): value.isFinite ? 32 : nil
        case .float(let value): value.isFinite ? 32 : nil
        case .decimal: nil
        }
    }
}

extension HTTPContent.Number: CustomStringConvertible {
    /// The shortest JSON notation that gives the same number, such as `36`, `1.5`, or `1e+20`.
    public var description: String {
        switch storage {
        case .signed(let value): value.description
        case .unsigned(let value): value.description
        case .double(let value): value.description.withoutEmptyFraction
        case .float(let value): value.description.withoutEmptyFraction
        case .decimal(let value): value.description
        }
    }
}

extension HTTPContent.Number: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a number.
    public init(integerLiteral value: Int64) { self.init(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self.init(value) }
}

extension HTTPContent.Number: Encodable {
    /// Encodes the number with the type it was created from.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch storage {
        case .signed(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        }
    }
}

extension String {
    fileprivate var withoutEmptyFraction: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}
