/// What is made of a response where no type is asked for: a model that is nothing, too, is one.
struct DefinitionObject: Sendable {
    let value: (any Sendable)?

    /// The value of one of these, or the model itself.
    static func unwrapped(_ model: (any Sendable)?) -> (any Sendable)? {
        if let object = model as? Self { object.value } else { model }
    }
}
