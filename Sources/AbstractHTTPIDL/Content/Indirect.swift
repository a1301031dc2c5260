/// A value that is stored elsewhere, so that a structure can hold one of its own kind.
public enum Indirect<Value> {
    /// The value, elsewhere.
    indirect case stored(Value)

    /// Stores a value.
    public init(_ value: Value) { self = .stored(value) }

    /// The value.
    public var value: Value {
        get {
            switch self {
            case .stored(let value): value
            }
        }
        set { self = .stored(newValue) }
    }
}

extension Indirect: Sendable where Value: Sendable {}
extension Indirect: Equatable where Value: Equatable {}
extension Indirect: Hashable where Value: Hashable {}
