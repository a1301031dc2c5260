/// Turns responses that specs reject into successes, for all specs of a config. An example is a 404 that means an empty
/// list.
///
/// Fallbacks are asked in order, after `isValidResponse` returned false and before any recovery policy. The first one
/// that returns a model decides. They are not asked about specs that read the body while it arrives. For a single spec,
/// use ``ResponseSpec/accepting(_:model:)``.
///
/// ```swift
/// config.fallbacks = [EmptyFallback(404)]
/// ```
public protocol ModelFallback: Sendable {
    /// Returns the model of the response, or nil to keep the failure. Errors have the same effect as those of
    /// `parseResponse`.
    func model<Model: Sendable>(of response: Response, as type: Model.Type) throws -> Model?
}

/// Turns status codes into an empty model, if the model can be empty: arrays, dictionaries, sets, optionals, and other
/// ``EmptyRepresentable`` types.
///
/// ```swift
/// config.fallbacks = [EmptyFallback(404)]    // a 404 for [User] is []
/// ```
public struct EmptyFallback: ModelFallback {
    /// The status codes.
    public let statusCodes: Set<Int>

    /// Creates a fallback for status codes.
    public init(_ statusCodes: Int...) {
        self.statusCodes = Set(statusCodes)
    }

    /// Returns the empty model, or nil if the type has none.
    public func model<Model: Sendable>(of response: Response, as type: Model.Type) -> Model? {
        guard statusCodes.contains(response.statusCode) else { return nil }
        return (type as? any EmptyRepresentable.Type)?.empty as? Model
    }
}

/// A type that can be empty.
///
/// ```swift
/// extension SearchResult: EmptyRepresentable {
///     static var empty: SearchResult { SearchResult(hits: []) }
/// }
/// ```
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
