import AbstractHTTP

/// What is made of a response where no type is asked for: a model that is nothing, too, is one.
struct DefinitionObject: Sendable {
    let value: (any Sendable)?

    /// The value of one of these, or the model itself; nil for an optional that is nil, and for `Void`.
    static func unwrapped(_ model: (any Sendable)?) -> (any Sendable)? {
        guard let model else { return nil }
        if let object = model as? Self { return object.value }
        return model is Void || isNil(model) ? nil : model
    }
}
