import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests over URLSession: one session for all requests of the connector.
///
/// It follows no redirect, keeps no cookie and no cache, and answers no authentication challenge: a 3xx and a 401 arrive as
/// ordinary responses. A request whose server is silent for 60 seconds fails. Response bodies are buffered in memory when
/// they are read more slowly than they arrive; request bodies that are streams go through a temporary file.
public final class DefaultHTTPConnector: HTTPConnector {
    /// The connector of configs that name none.
    public static let shared = DefaultHTTPConnector()

    private let session: URLSession
    private let exchanges = URLExchanges()

    /// Makes a connector with a session of its own.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends `request`. Throws `URLError`, and `CancellationError` when the task is cancelled.
    public func execute(_ request: Request) async throws -> ResponseStream {
        let exchange = try await makeExchange(request)
        exchanges.add(exchange)
        return try await withTaskCancellationHandler {
            exchange.task.resume()
            return try await exchange.response()
        } onCancel: {
            exchange.cancel()
        }
    }

    private func makeExchange(_ request: Request) async throws -> URLExchange {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method.rawValue
        for field in request.headers { message.addValue(field.value, forHTTPHeaderField: field.name.rawValue) }
        switch request.body?.source {
        case nil:
            return URLExchange(session.dataTask(with: message))
        case .data(let data):
            message.httpBody = data
            return URLExchange(session.dataTask(with: message))
        case .file(let url):
            try RequestBody.checkFile(url)
            return URLExchange(session.uploadTask(with: message, fromFile: url))
        case .stream:
            let spool = try await TemporaryFile(of: request.body)
            return URLExchange(session.uploadTask(with: message, fromFile: spool.url), spool: spool)
        }
    }
}
