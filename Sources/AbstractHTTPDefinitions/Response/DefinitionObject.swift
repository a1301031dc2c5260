import AbstractHTTP

/// The model of a response if no type is requested. The value is nil if there is no object.
struct DefinitionObject: Sendable {
    let value: (any Sendable)?

    /// Returns the value of a `DefinitionObject`, or any other model itself. Returns nil for nil and for `Void`.
    static func unwrapped(_ model: (any Sendable)?) -> (any Sendable)? {
        guard let model else { return nil }
        if let object = model as? Self { return object.value }
        return model is Void || isNil(model) ? nil : model
    }
}
