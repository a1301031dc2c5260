import Foundation

/// A response with its whole body.
public struct Response: Sendable {
    /// Copied as one reference, because the pipeline passes it on a dozen times.
    private struct Storage: Sendable {
        var statusCode: Int
        var headers: HTTPHeaders
        var data: Data
        var url: LazyURL?
        var history: [Response]
        var metrics: TransferMetrics?
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

    /// The body; empty when there is none.
    public var data: Data {
        _read { yield storage.value.data }
        _modify { yield &storage.value.data }
    }

    /// The URL that answered: that of the last redirect that was followed.
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

    /// How long the exchange took, when the connector measures that.
    public var metrics: TransferMetrics? {
        _read { yield storage.value.metrics }
        _modify { yield &storage.value.metrics }
    }

    /// The decoder of the spec, or of the config.
    var decoder: (any ContentDecoder)? {
        get { storage.value.decoder }
        set { storage.value.decoder = newValue }
    }

    /// Makes a response.
    public init(
        statusCode: Int, headers: HTTPHeaders = [:], data: Data = Data(), url: URL? = nil, history: [Response] = []
    ) {
        self.init(statusCode, headers, data, url.map { LazyURL($0) }, history)
    }

    init(
        _ statusCode: Int, _ headers: HTTPHeaders, _ data: Data, _ url: LazyURL?, _ history: [Response],
        _ metrics: TransferMetrics? = nil, _ decoder: (any ContentDecoder)? = nil
    ) {
        storage = CopyOnWrite(
            Storage(
                statusCode: statusCode, headers: headers, data: data, url: url, history: history, metrics: metrics,
                decoder: decoder))
    }

    /// The body as a model, decoded as the default `parseResponse` does it: `String`, `Data` and optionals have ways of
    /// their own. Everything else is decoded by `decoder`, or by the spec's ``ResponseSpec/contentDecoder``, or by the
    /// connection's ``ConnectionConfig/contentDecoder``.
    ///
    /// A ``ContentDecoder`` that calls this passes another decoder: without one it calls itself.
    ///
    /// Throws ``EmptyResponse`` when there is no content, and what the decoder throws.
    public func decoded<Model: Decodable>(
        as type: Model.Type = Model.self, by decoder: (any ContentDecoder)? = nil
    ) throws -> Model {
        try ModelParser.decode(type, from: self, decoder)
    }

    /// What `decoder`, or that of the spec or the connection, decodes JSON by.
    package func jsonDecoder(of decoder: (any ContentDecoder)?) -> any ContentDecoder {
        let decoder = decoder ?? self.decoder ?? MediaTypeDecoder.standard
        return (decoder as? MediaTypeDecoder)?.json ?? decoder
    }

    /// The body as text, in the charset of the Content-Type, UTF-8 otherwise; bytes that are no text become U+FFFD.
    ///
    /// For messages and logs: a model of type `String` is an error where the bytes are no text.
    public var text: String {
        (try? ModelParser.text(of: self)) ?? String(decoding: data, as: UTF8.self)
    }

    /// What the body is, as the Content-Type says; nil when there is none.
    public var mediaType: MediaType? { headers[.contentType].map { MediaType($0) } }

    /// Whether there is nothing to parse: status 204 or 205, or a body of zero bytes, as after HEAD.
    public var hasNoContent: Bool {
        data.isEmpty || statusCode == 204 || statusCode == 205
    }
}

extension Response: CustomStringConvertible {
    /// The status code and the number of bytes.
    public var description: String { "\(statusCode), \(data.count) bytes" }
}
