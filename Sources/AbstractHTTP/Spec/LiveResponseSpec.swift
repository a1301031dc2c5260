/// Reads the body of a response while it arrives.
///
/// A ``StreamedModel``, such as ``ResponseStream``, needs no such spec. Implement one of the two properties:
///
/// ```swift
/// struct CountBytes: ConnectionSpec, LiveResponseSpec {
///     var request: HTTP { HTTP("https://api.example.com/film") }
///     var bodyReader: (@Sendable (ResponseStream) async throws -> Int)? {
///         { stream in
///             var count = 0
///             for try await chunk in stream.body { count += chunk.count }
///             return count
///         }
///     }
/// }
/// ```
public protocol LiveResponseSpec<ResponseModel>: ResponseSpec {
    /// Creates the model from a response whose body is still arriving. Default: nil (the connection collects the body
    /// first).
    ///
    /// If the response is rejected, the connection collects the start of its body, so that the error has these bytes.
    var streamParser: ((ResponseStream) throws -> ResponseModel)? { get }
    /// Reads the body while it arrives, and returns the model at its end. Default: nil (the connection collects the
    /// body first).
    ///
    /// Unlike the stream of a ``streamParser``, the body belongs to the attempt. If it breaks off, the attempt fails
    /// with ``ConnectionErrorType/network``, and recovery policies can retry it. The reader runs in a task that is
    /// canceled with the attempt. The connection does not wait for a reader that ignores the cancel. Other errors have
    /// the same effect as those of ``ResponseSpec/parseResponse(response:)``.
    var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { get }
    /// Returns whether the body of a response with this status is collected instead, and goes to
    /// ``ResponseSpec/parseResponse(response:)``. Default: false.
    func collects(_ statusCode: Int) -> Bool
}

extension LiveResponseSpec {
    /// Creates a ``StreamedModel``. Nil for other models.
    public var streamParser: ((ResponseStream) throws -> ResponseModel)? { modelParser }
    /// Nil.
    public var bodyReader: (@Sendable (ResponseStream) async throws -> ResponseModel)? { nil }
    /// False.
    public func collects(_ statusCode: Int) -> Bool { false }
}

/// Types of specs that do not read bodies while they arrive.
private let collectingSpecs = LockedValue(TypeCache())

/// How the body of a response becomes a model while it arrives, without the type of the model.
enum LiveReading {
    case stream(Pipeline.StreamParser)
    case body(Pipeline.BodyReader)

    var isStream: Bool {
        guard case .stream = self else { return false }
        return true
    }
}

extension ResponseSpec {
    /// How the spec, or its model, reads the body while it arrives. Nil if the connection collects the body first.
    var liveReading: LiveReading? {
        // A cast takes ten times as long as a lookup. The class of an object may be a subclass of `Self`.
        let type = Swift.type(of: self)
        if collectingSpecs.withLock({ $0.contains(type) }) { return nil }
        if let live = self as? any LiveResponseSpec { return live.reading }
        if let model = ResponseModel.self as? any StreamedModel.Type { return .stream(model.parser) }
        collectingSpecs.withLock { $0.insert(type) }
        return nil
    }
}

extension LiveResponseSpec {
    fileprivate var reading: LiveReading? {
        if let parser = streamParser {
            return .stream { ModelBox(try parser($0), of: $0.head()) }
        }
        guard let reader = bodyReader else { return nil }
        return .body { stream in ModelBox(try await reader(stream), of: stream.head()) }
    }
}

extension ResponseSpec {
    /// Creates a model that reads its body itself, or nil if the model is another one.
    var modelParser: ((ResponseStream) throws -> ResponseModel)? {
        guard let type = ResponseModel.self as? any StreamedModel.Type else { return nil }
        return { stream in
            guard let model = try type.init(stream) as? ResponseModel else { throw ConnectionErrorType.parse }
            return model
        }
    }
}

extension StreamedModel {
    fileprivate static var parser: Pipeline.StreamParser { { ModelBox(try Self($0), of: $0.head()) } }
}
