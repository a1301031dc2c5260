import Foundation

/// A response whose head is in and whose body is still to be read.
///
/// This is what a connector returns. A spec whose `ResponseModel` it is gets it live: see
/// ``ResponseSpec/streamParser``.
public struct ResponseStream: Sendable {
    /// Copied as one reference, because the pipeline passes it on a dozen times.
    private struct Storage: Sendable {
        var statusCode: Int
        var headers: HTTPHeaders
        var url: LazyURL?
        var history: [Response]
        var body: ResponseBody
        var measureMetrics: (@Sendable () -> TransferMetrics?)?
        var decoder: (any ContentDecoder)?
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

    /// The URL that answered, when the connector tells it.
    public var url: URL? {
        get { storage.value.url?.url }
        set { storage.value.url = newValue.map { LazyURL($0) } }
    }

    /// The URL that answered, not parsed before it is asked for.
    var lazyURL: LazyURL? {
        get { storage.value.url }
        set { storage.value.url = newValue }
    }

    /// The redirects that were followed on the way here, oldest first.
    public var history: [Response] {
        _read { yield storage.value.history }
        _modify { yield &storage.value.history }
    }

    /// The body, to be read once.
    public var body: ResponseBody {
        _read { yield storage.value.body }
        _modify { yield &storage.value.body }
    }

    /// Called for ``metrics``, also while the body is being read.
    public var measureMetrics: (@Sendable () -> TransferMetrics?)? {
        // Swift 6.3 ends with a signal when this is yielded.
        get { storage.value.measureMetrics }
        set { storage.value.measureMetrics = newValue }
    }

    /// The decoder of the spec, or of the config.
    package var decoder: (any ContentDecoder)? {
        get { storage.value.decoder }
        set { storage.value.decoder = newValue }
    }

    /// How long the parts of the exchange took, when the connector measures that: at the end of the body all of them.
    public var metrics: TransferMetrics? { measureMetrics?() }

    /// Makes a response of its head and a body.
    public init(statusCode: Int, headers: HTTPHeaders = [:], url: URL? = nil, body: ResponseBody) {
        storage = CopyOnWrite(
            Storage(
                statusCode: statusCode, headers: headers, url: url.map { LazyURL($0) }, history: [], body: body))
    }

    /// Makes a response to `request`, whose URL is not parsed for it.
    package init(statusCode: Int, headers: HTTPHeaders, urlOf request: Request, body: ResponseBody) {
        storage = CopyOnWrite(
            Storage(statusCode: statusCode, headers: headers, url: request.lazyURL, history: [], body: body))
    }

    /// A response that is there already, as a mock or a cache has it.
    public init(_ response: Response) {
        storage = CopyOnWrite(
            Storage(
                statusCode: response.statusCode, headers: response.headers, url: response.lazyURL,
                history: response.history, body: ResponseBody(response.data), decoder: response.decoder))
        if let metrics = response.metrics { measureMetrics = { metrics } }
    }

    /// The response with `data` in place of the body.
    package func head(with data: Data = Data()) -> Response {
        Response(statusCode, headers, data, lazyURL, history, metrics, decoder)
    }
}
