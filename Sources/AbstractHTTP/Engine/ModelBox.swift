/// A type-erased model with its response. It is a class because the pipeline passes it on a dozen times.
final class ModelBox: Sendable {
    let value: any Sendable
    /// The response of the model, without its body if the spec has read the body itself.
    let response: Response

    init(_ value: any Sendable, of response: Response) { (self.value, self.response) = (value, response) }
}
