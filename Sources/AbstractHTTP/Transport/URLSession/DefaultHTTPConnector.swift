import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests with URLSession. All requests of a connector share one session.
///
/// It does not follow redirects or answer authentication challenges. A 3xx or a 401 arrives as an ordinary response. By
/// default, it keeps no cookies and no cache.
///
/// A request body that is a stream of more than 64 KiB is written to a temporary file before it is sent. In a joined
/// body, such as a form, this applies to the parts that are streams (Linux) or to the whole body (Apple platforms).
/// When a response body is read more slowly than it arrives, up to 4 MiB stay in memory and the rest goes to a
/// temporary file (Linux), or the connector slows the server down (Apple platforms).
///
/// ```swift
/// let connector = DefaultHTTPConnector { options in
///     options.idleTimeout = .milliseconds(1500)
///     options.connectionsPerHost = 2
/// }
/// ```
public final class DefaultHTTPConnector: HTTPConnector {
    /// The default connector of configs.
    public static let shared = DefaultHTTPConnector()

    private let uploads = URLUploads()
    private let exchanges: URLExchanges
    let sessions: URLSessions
    private let configurationError: TransportError?

    /// Creates a connector with its own session and the options that `configure` sets.
    public init(_ configure: (inout Options) -> Void = { _ in }) {
        var options = Options()
        configure(&options)
        let configuration = options.sessionConfiguration()
        configurationError = options.configurationError
        exchanges = URLExchanges(options)
        sessions = URLSessions(configuration, exchanges)
    }

    /// How many exchanges have not completed.
    var exchangeCount: Int { exchanges.count }

    deinit {
        sessions.close()
    }

    /// Ends all running exchanges and rejects new ones. Both fail with ``TransportError/Kind/invalidated``.
    public func invalidate() {
        uploads.invalidate()
        exchanges.invalidate()
        sessions.close()
    }

    /// Sends `request`. Throws ``TransportError``, ``InvalidRequest`` if the host is ambiguous or a file is missing,
    /// and `CancellationError` if the task is canceled. Rethrows errors of a stream.
    public func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    /// Sends `request` and reports the progress of the upload. URLSession does not report connections, so
    /// ``Deadlines/connect`` does not apply.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        context.didConnect()
        if let configurationError { throw configurationError }
        try request.url.checkAuthority()
        // A body that cannot be sent is not read.
        try check(request, hasBody: request.body.map { $0.length != 0 } ?? false)
        let upload = try await uploads.makeUpload(of: request.body)
        try check(request, hasBody: !upload.isEmpty)
        let exchange = URLExchange(request, upload, context, exchanges.stopwatch, sessions.lane())
        try exchanges.begin(exchange) { [sessions] shared in
            let session = Self.needsSessionOfItsOwn(request, upload) ? sessions.makeSessionOfItsOwn() : shared
            return (session, session.task(with: URLRequest(request), upload))
        }
        return try await withTaskCancellationHandler {
            try await exchange.response()
        } onCancel: {
            exchange.cancel()
        }
    }

    private func check(_ request: Request, hasBody: Bool) throws(TransportError) {
        let scheme = request.url.scheme?.lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw TransportError(
                .unsupported, "the scheme \(scheme ?? "") is neither http nor https; begin the URL with https://")
        }
        guard request.method != .get || !hasBody else {
            throw TransportError(.unsupported, "URLSession sends no body with GET")
        }
    }

    /// Whether `request` needs a new connection, either because it must not be sent twice or because it would harm
    /// other requests on the same connection.
    ///
    /// When a reused connection is lost before the response, libcurl resends the request without asking, as long as no
    /// part of its body was sent. If a request with Expect is answered before its body is sent, libcurl never sends the
    /// body, and the server would read the next request on that connection as that body. And when a pulled body ends
    /// over HTTP/2, libcurl loses data that has just arrived for other requests on that connection (seen with 7.88.1).
    private static func needsSessionOfItsOwn(_ request: Request, _ upload: URLUpload) -> Bool {
        #if canImport(FoundationNetworking)
            let mayBeSentTwice = upload.isEmpty && !request.method.isIdempotent
            let harmsOthers = upload.isPulled && request.url.scheme?.lowercased() == "https"
            let mayKeepItsBody = !upload.isEmpty && request.headers["Expect"] != nil
            return mayBeSentTwice || mayKeepItsBody || harmsOthers
        #else
            return false
        #endif
    }
}

extension URLSession {
    fileprivate func task(with message: URLRequest, _ upload: URLUpload) -> URLSessionTask {
        switch upload {
        case .none: return dataTask(with: message)
        case .data(let data):
            var message = message
            message.httpBody = data
            return dataTask(with: message)
        case .file(let url): return uploadTask(with: message, fromFile: url)
        case .spooled(let file): return uploadTask(with: message, fromFile: file.url)
        case .pulled(let body): return dataTask(with: message.pulling(body))
        }
    }
}

extension URLRequest {
    fileprivate init(_ request: Request) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        timeoutInterval = URLSessionConfiguration.mostIdleSeconds
        for field in request.headers where !field.name.framesBody {
            // libcurl leaves out a blank field, but not an empty one.
            addValue(field.value.isBlank ? "" : field.value, forHTTPHeaderField: field.name.rawValue)
        }
        #if canImport(FoundationNetworking)
            // Foundation adds a field to a POST that has none. libcurl leaves out a blank one.
            if request.body != nil, request.headers[.contentType] == nil {
                setValue(Self.leftOut, forHTTPHeaderField: "Content-Type")
            }
        #endif
    }

    /// A value that makes libcurl leave out the field.
    private static let leftOut = " "
}

extension URLRequest {
    /// The request with `body` as its body.
    ///
    /// libcurl sends a stream in chunks unless the request has a `Transfer-Encoding` field. Setting one makes it send
    /// the length instead, which more servers understand.
    fileprivate func pulling(_ body: PulledBody) -> Self {
        #if canImport(FoundationNetworking)
            var message = self
            message.httpBodyStream = BodyInputStream(body)
            message.setValue("\(body.length)", forHTTPHeaderField: "Content-Length")
            message.setValue(Self.leftOut, forHTTPHeaderField: "Transfer-Encoding")
            return message
        #else
            return self
        #endif
    }
}
