/// A model that passes only a part of itself to a transformer, such as the items of a page.
protocol TransformableModel: Sendable {
    /// What the transformer gets.
    var transformable: any Sendable { get }
    /// Returns the model with what the transformer has returned; nil if that does not fit.
    func transformed(to object: (any Sendable)?) -> Self?
}
