/// A model that reads the body of its response while it arrives.
///
/// ``ResponseStream`` conforms to this protocol. Your own type conforms like this:
///
/// ```swift
/// struct LineStream: StreamedModel {
///     let stream: ResponseStream
///
///     init(_ stream: ResponseStream) { self.stream = stream }
/// }
/// ```
public protocol StreamedModel: Sendable {
    /// Creates the model from a response whose body has not been read. An error ends the attempt with
    /// ``ConnectionErrorType/parse``.
    init(_ stream: ResponseStream) throws
}

extension ResponseStream: StreamedModel {
    /// The stream itself.
    public init(_ stream: ResponseStream) { self = stream }
}
