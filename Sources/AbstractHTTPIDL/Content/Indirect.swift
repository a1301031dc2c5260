/// A value in its own allocation, so that a structure can contain a value of its own type.
public enum Indirect<Value> {
    /// The stored value.
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
