/// A model whose type is forgotten. It is handed on a dozen times, which costs least as one reference.
final class ModelBox: Sendable {
    let value: any Sendable

    init(_ value: any Sendable) { self.value = value }
}
