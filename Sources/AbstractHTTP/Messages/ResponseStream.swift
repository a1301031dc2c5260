import Foundation

/// A response whose head has arrived and whose body is still to be read.
///
/// Connectors return this type. A spec whose `ResponseModel` is `ResponseStream` receives the body while it arrives.
/// See ``LiveResponseSpec/streamParser``.
///
/// ```swift
/// let stream = try await HTTP("https://example.com/log").asStream().response()
/// for try await line in stream.body.lines { print(line) }
/// ```
public struct ResponseStream: Sendable {
    /// Copied as one reference, because the pipeline passes it on a dozen times.
    private struct Storage: Sendable {
        var statusCode: Int
        var headers: HTTPHeaders
        var url: LazyURL?
        var history: [Response]
        var body: ResponseBody
        var measureMetrics: (@Sendable () -> TransferMetrics?)?
        var readTrailers: (@Sendable () -> HTTPHeaders)?
        var completeHeaders: (@Sendable (HTTPHeaders) -> HTTPHeaders)?
        var decoder: SharedDecoder?
    }

    private var storage: CopyOnWrite<Storage>

    /// The status code (RFC 9110, section 15).
    public var statusCode: Int {
        _read { yield storage.value.statusCode }
        _modify { yield &storage.value.statusCode }
    }

    /// The header fields.
    public var headers: HTTPHeaders {
        _read { yield storage.value.headers }
        _modify { yield &storage.value.headers }
    }

    /// The URL that answered, or nil if the connector does not report it.
    public var url: URL? {
        get { storage.value.url?.url }
        set { storage.value.url = newValue.map { LazyURL($0) } }
    }

    /// The URL that answered, which is parsed only when it is needed.
    var lazyURL: LazyURL? {
        get { storage.value.url }
        set { storage.value.url = newValue }
    }

    /// The redirects that were followed, oldest first.
    public var history: [Response] {
        _read { yield storage.value.history }
        _modify { yield &storage.value.history }
    }

    /// The body, which can be read once.
    public var body: ResponseBody {
        _read { yield storage.value.body }
        _modify { yield &storage.value.body }
    }

    /// Returns the current ``metrics``. It can be called while the body is being read.
    ///
    /// It is a closure, because the connector knows all metrics only after it has returned the stream.
    public var measureMetrics: (@Sendable () -> TransferMetrics?)? {
        // Swift 6.3 crashes when this is yielded.
        get { storage.value.measureMetrics }
        set { storage.value.measureMetrics = newValue }
    }

    /// Returns the ``trailers``, and no fields before the body has ended. Nil if the connector does not report
    /// trailers.
    ///
    /// It is a closure, because the trailers arrive after the connector has returned the stream.
    public var readTrailers: (@Sendable () -> HTTPHeaders)? {
        // Swift 6.3 crashes when this is yielded.
        get { storage.value.readTrailers }
        set { storage.value.readTrailers = newValue }
    }

    /// Returns the header fields with what is known by now, such as whether a cache has stored the body. Nil if they do
    /// not change.
    package var completeHeaders: (@Sendable (HTTPHeaders) -> HTTPHeaders)? {
        // Swift 6.3 crashes when this is yielded.
        get { storage.value.completeHeaders }
        set { storage.value.completeHeaders = newValue }
    }

    /// The header fields with what is known by now.
    package var currentHeaders: HTTPHeaders { completeHeaders?(headers) ?? headers }

    /// The decoder of the spec, or of the config. It stays with the stream, because a ``StreamedModel`` decodes its
    /// elements where neither is known.
    package var decoder: (any ContentDecoder)? {
        get { sharedDecoder?.value }
        set { sharedDecoder = newValue.map(SharedDecoder.init) }
    }

    var sharedDecoder: SharedDecoder? {
        _read { yield storage.value.decoder }
        _modify { yield &storage.value.decoder }
    }

    /// How long the parts of the exchange took, if the connector measures that. At the end of the body, all of them are
    /// known.
    public var metrics: TransferMetrics? { measureMetrics?() }

    /// The fields that the server sent after the body (RFC 9110, section 6.5). They are complete when the body has been
    /// read, and empty if the connector does not report trailers.
    ///
    /// Trailers are never merged into ``headers``: they do not change how a response is read, authenticated, or cached.
    public var trailers: HTTPHeaders { readTrailers?() ?? [:] }

    /// Creates a response from a head and a body.
    public init(statusCode: Int, headers: HTTPHeaders = [:], url: URL? = nil, body: ResponseBody) {
        storage = CopyOnWrite(
            Storage(
                statusCode: statusCode, headers: headers, url: url.map { LazyURL($0) }, history: [], body: body))
    }

    /// Creates a response to `request` without parsing its URL.
    package init(statusCode: Int, headers: HTTPHeaders, urlOf request: Request, body: ResponseBody) {
        storage = CopyOnWrite(
            Storage(statusCode: statusCode, headers: headers, url: request.lazyURL, history: [], body: body))
    }

    /// Creates a response from a complete one, such as one from a mock or a cache.
    public init(_ response: Response) {
        storage = CopyOnWrite(
            Storage(
                statusCode: response.statusCode, headers: response.headers, url: response.lazyURL,
                history: response.history, body: ResponseBody(response.data), decoder: response.decoder))
        if let metrics = response.metrics { measureMetrics = { metrics } }
        let trailers = response.trailers
        if !trailers.isEmpty { readTrailers = { trailers } }
    }

    /// The response with `data` as its body.
    package func head(with data: Data = Data()) -> Response {
        Response(statusCode, currentHeaders, data, lazyURL, history, metrics, trailers, sharedDecoder)
    }
}
