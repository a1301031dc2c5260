import Foundation

/// A response with its whole body.
///
/// ```swift
/// let response = Response(statusCode: 200, headers: ["Content-Type": "application/json"], data: Data("[]".utf8))
/// let users = try response.decoded(as: [User].self)
/// ```
public struct Response: Sendable {
    /// Copied as one reference, because the pipeline passes it on a dozen times.
    private struct Storage: Sendable {
        var statusCode: Int
        var headers: HTTPHeaders
        var data: Data
        var url: LazyURL?
        var history: [Response]
        var metrics: TransferMetrics?
        var trailers: HTTPHeaders
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

    /// The body, which is empty if there is none.
    public var data: Data {
        _read { yield storage.value.data }
        _modify { yield &storage.value.data }
    }

    /// The URL that answered, after redirects.
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

    /// How long the parts of the exchange took, if the connector measures that.
    public var metrics: TransferMetrics? {
        _read { yield storage.value.metrics }
        _modify { yield &storage.value.metrics }
    }

    /// The fields that the server sent after the body (RFC 9110, section 6.5). They are empty if there are none, or if
    /// the connector does not report trailers.
    ///
    /// Trailers are never merged into ``headers``: they do not change how a response is read, authenticated, or cached.
    public var trailers: HTTPHeaders {
        _read { yield storage.value.trailers }
        _modify { yield &storage.value.trailers }
    }

    /// The decoder of the spec, or of the config. It stays with the response, because ``decoded(as:by:)`` is also
    /// called where neither is known, for example in a listener or a ``ModelFallback``.
    var decoder: SharedDecoder? {
        _read { yield storage.value.decoder }
        _modify { yield &storage.value.decoder }
    }

    /// Creates a response.
    public init(
        statusCode: Int, headers: HTTPHeaders = [:], data: Data = Data(), url: URL? = nil, history: [Response] = []
    ) {
        self.init(statusCode, headers, data, url.map { LazyURL($0) }, history)
    }

    init(
        _ statusCode: Int, _ headers: HTTPHeaders, _ data: Data, _ url: LazyURL?, _ history: [Response],
        _ metrics: TransferMetrics? = nil, _ trailers: HTTPHeaders = [:], _ decoder: SharedDecoder? = nil
    ) {
        storage = CopyOnWrite(
            Storage(
                statusCode: statusCode, headers: headers, data: data, url: url, history: history, metrics: metrics,
                trailers: trailers, decoder: decoder))
    }

    /// Decodes the body as the default `parseResponse` does. `String`, `Data`, and optionals have their own rules.
    /// Other models are decoded by `decoder` or, if it is nil, by the spec's ``ResponseSpec/contentDecoder`` or the
    /// connection's ``ConnectionConfig/contentDecoder``.
    ///
    /// A ``ContentDecoder`` that calls this method must pass another decoder, because otherwise it calls itself.
    ///
    /// Throws ``EmptyResponse`` if there is no content, and rethrows errors of the decoder.
    public func decoded<Model: Decodable>(
        as type: Model.Type = Model.self, by decoder: (any ContentDecoder)? = nil
    ) throws -> Model {
        try ModelParser.decode(type, from: self, decoder)
    }

    /// The JSON decoder of `decoder` or, if it is nil, of the decoder of the spec or the connection.
    package func jsonDecoder(of decoder: (any ContentDecoder)?) -> any ContentDecoder {
        let decoder = decoder ?? usedDecoder
        return (decoder as? MediaTypeDecoder)?.json ?? decoder
    }

    /// The decoder of the body: `decoder` or, if it is nil, the decoder of the spec or the connection. If that is a
    /// ``MediaTypeDecoder``, returns the decoder that it chooses for the response.
    package func bodyDecoder(of decoder: (any ContentDecoder)?) -> any ContentDecoder {
        let decoder = decoder ?? usedDecoder
        return (decoder as? MediaTypeDecoder)?.decoder(for: self) ?? decoder
    }

    /// The body as text, in the charset of the Content-Type or in UTF-8. Bytes that are not text become U+FFFD.
    ///
    /// Use it for messages and logs. A model of type `String` throws instead if the bytes are not text.
    public var text: String {
        (try? ModelParser.text(of: self)) ?? String(decoding: data, as: UTF8.self)
    }

    /// The media type of the body from the Content-Type, or nil if there is none.
    public var mediaType: MediaType? { headers[.contentType].map { MediaType($0) } }

    /// Whether there is nothing to decode: the status is 204 or 205, or the body is empty, as after HEAD.
    public var hasNoContent: Bool {
        data.isEmpty || statusCode == 204 || statusCode == 205
    }
}

extension Response: CustomStringConvertible {
    /// The status code and the number of bytes.
    public var description: String { "\(statusCode), \(data.count) bytes" }
}
