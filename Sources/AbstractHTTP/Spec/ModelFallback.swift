/// Makes a success of responses that a spec finds invalid, for all specs of a config: such as 404 of a list that is
/// empty.
///
/// Asked in order, when `isValidResponse` has said no and before any recovery; the first one that has a model wins.
/// Specs that read the body while it arrives are not asked about. For one spec alone there is
/// ``ResponseSpec/accepting(_:model:)``.
///
/// ```swift
/// config.fallbacks = [EmptyFallback(404)]
/// ```
public protocol ModelFallback: Sendable {
    /// Returns the model of the response, or nil to leave it a failure. What it throws counts as in `parseResponse`.
    func model<Model: Sendable>(of response: Response, as type: Model.Type) throws -> Model?
}

/// Takes some statuses for an empty model, where the model can be empty: arrays, dictionaries, sets, optionals, and
/// what else is ``EmptyRepresentable``.
public struct EmptyFallback: ModelFallback {
    /// The statuses.
    public let statusCodes: Set<Int>

    /// Takes these statuses for an empty model.
    public init(_ statusCodes: Int...) {
        self.statusCodes = Set(statusCodes)
    }

    /// The empty model, when there is one.
    public func model<Model: Sendable>(of response: Response, as type: Model.Type) -> Model? {
        guard statusCodes.contains(response.statusCode) else { return nil }
        return (type as? any EmptyRepresentable.Type)?.empty as? Model
    }
}

/// A type that can be empty.
public protocol EmptyRepresentable {
    /// The empty value.
    static var empty: Self { get }
}

extension Array: EmptyRepresentable {
    /// No elements.
    public static var empty: [Element] { [] }
}

extension Dictionary: EmptyRepresentable {
    /// No pairs.
    public static var empty: [Key: Value] { [:] }
}

extension Set: EmptyRepresentable {
    /// No elements.
    public static var empty: Set<Element> { [] }
}

extension Optional: EmptyRepresentable {
    /// Nil.
    public static var empty: Wrapped? { nil }
}
