/// What the requests of a config, or of a style, have in common.
///
/// A config holds one, and so does the configuration of each style. The defaults of the style take precedence over
/// those of the config.
package struct RequestDefaults: Sendable {
    /// The absolute URL that comes before a path, or nil for none.
    package var baseURL: String?
    /// Header fields, which only the server of the base URL and the `ConnectionConfig.credentialOrigins` get.
    package var headers: HTTPHeaders
    /// Chooses the encoder of content by the method. Nil, or a result of nil, leaves the choice to the config.
    package var encoderStrategy: (@Sendable (HTTPMethod) -> (any ContentEncoder)?)?
    /// The decoder of models, as one reference.
    var sharedDecoder: CopyOnWrite<any ContentDecoder>?

    /// Creates a value.
    package init(
        baseURL: String? = nil, headers: HTTPHeaders = [:], decoder: (any ContentDecoder)? = nil,
        encoderStrategy: (@Sendable (HTTPMethod) -> (any ContentEncoder)?)? = nil
    ) {
        (self.baseURL, self.headers, self.encoderStrategy) = (baseURL, headers, encoderStrategy)
        sharedDecoder = decoder.map { CopyOnWrite($0) }
    }

    /// The decoder of models. Nil leaves the choice to the config.
    package var decoder: (any ContentDecoder)? {
        get { sharedDecoder?.value }
        set { sharedDecoder = newValue.map { CopyOnWrite($0) } }
    }

    /// The header fields as a dictionary. Their order is that of the names. If two names differ only in case, the one
    /// that sorts last wins.
    package var headerDictionary: [String: String] {
        get { Dictionary(headers.map { ($0.name.rawValue, $0.value) }) { _, last in last } }
        set {
            headers = [:]
            headers.set(newValue)
        }
    }

    /// Returns the URL of a path after the base URL. An empty path is the base URL itself.
    package func url(of path: String) throws(InvalidRequest) -> String {
        guard let baseURL, !baseURL.isEmpty else { throw .missingBase(path) }
        guard baseURL.hasAuthority else { throw .baseURL(baseURL) }
        return baseURL.appendingURLPath(path)
    }

    /// The server of the base URL, and the header fields that only this server gets.
    package var server: TrustedServer { TrustedServer(baseURL: baseURL, headers: headers) }
}
