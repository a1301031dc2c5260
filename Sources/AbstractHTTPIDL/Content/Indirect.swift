import AbstractHTTP

/// A value in its own allocation, so that a structure can contain a value of its own type, and so that a large value is
/// copied as one reference.
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

extension Indirect: ResponseContentConvertible where Value: ResponseContentConvertible {
    /// Creates the value, and stores it.
    public init?(content: ResponseContent?) {
        guard let value = Value(content: content) else { return nil }
        self.init(value)
    }

    /// Creates the value, and stores it.
    public init(reading reader: ContentReader) throws { self.init(try reader.read(as: Value.self)) }
}

extension Indirect: RequestContentConvertible where Value: RequestContentConvertible {
    /// The content of the value.
    public func asRequestContent() -> RequestContent { value.asRequestContent() }
}
