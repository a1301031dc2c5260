/// A model whose type is forgotten, with its response. It is handed on a dozen times, which costs least as one
/// reference.
final class ModelBox: Sendable {
    let value: any Sendable
    /// The response of the model; without its body if the model has read that itself.
    let response: Response

    init(_ value: any Sendable, of response: Response) { (self.value, self.response) = (value, response) }
}
