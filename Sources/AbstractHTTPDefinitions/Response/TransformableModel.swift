/// A model of which a transformer gets only a part.
protocol TransformableModel: Sendable {
    /// What the transformer gets.
    var transformable: any Sendable { get }
    /// Returns the model with what the transformer has returned; nil if that does not fit.
    func transformed(to object: (any Sendable)?) -> Self?
}
