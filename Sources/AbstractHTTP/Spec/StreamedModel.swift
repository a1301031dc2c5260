/// A model that takes the body of its response while it arrives.
///
/// ``ResponseStream`` is one. A type of your own becomes the model of a live spec like this:
///
/// ```swift
/// struct LineStream: StreamedModel {
///     let stream: ResponseStream
///
///     init(_ stream: ResponseStream) { self.stream = stream }
/// }
/// ```
public protocol StreamedModel: Sendable {
    /// Takes the response, whose body has not been read. An error ends the attempt with ``ConnectionErrorType/parse``.
    init(_ stream: ResponseStream) throws
}

extension ResponseStream: StreamedModel {
    /// The stream itself.
    public init(_ stream: ResponseStream) { self = stream }
}
