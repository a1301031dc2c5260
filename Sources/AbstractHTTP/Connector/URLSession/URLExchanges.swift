import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a connector's session: leads each event to its exchange. It never blocks.
final class URLExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let running = Guarded<[Int: URLExchange]>([:])

    /// Keeps the exchange until it has completed. Before anybody can cancel it: its completion must find it.
    func add(_ exchange: URLExchange) {
        running.withLock { $0[exchange.task.taskIdentifier] = exchange }
    }

    private func exchange(of task: URLSessionTask) -> URLExchange? {
        running.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.complete(error)
    }

    /// Refuses every redirect: the 3xx is the response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Lets the system judge the server's certificate, and gives no credentials.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // Default handling never completes on Linux, and rejecting ends the task as cancelled, after its 401 came.
            exchange(of: task)?.expectChallengeRefusal(challenge.failureResponse)
            completionHandler(.rejectProtectionSpace, nil)
        #else
            completionHandler(.performDefaultHandling, nil)
        #endif
    }
}
