/// A model that passes only a part of itself to a transformer, such as the items of a page.
protocol TransformableModel: Sendable {
    /// The part that the transformer receives.
    var transformable: any Sendable { get }
    /// Returns the model with the object that the transformer returned, or nil if the object has the wrong type.
    func transformed(to object: (any Sendable)?) -> Self?
}
