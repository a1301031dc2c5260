import AbstractHTTP

/// Requests in the background.
extension CacheExchange {
    /// Fetches a response for later requests in a separate connection, unless a refresh is already running.
    ///
    /// The connection uses the deadlines of the config, but not its listeners or recovery policies.
    func refresh(_ fetch: Fetch) {
        guard let handle = cache.exchanges.lead(exchangeKey) else { return }
        var config = ConnectionConfig(connector: Refreshing(exchange: self, fetch: fetch, handle: handle))
        (config.clock, config.deadlines, config.log) = (self.config.clock, self.config.deadlines, self.config.log)
        (config.policies, config.redirects) = ([], .off)
        if let redaction = self.config.ownRedaction { config.redaction = redaction }
        HTTP(info.url).asResponse(config: config).start()
    }

    /// Sends the request, and reads the response only as far as it is stored.
    private struct Refreshing: HTTPConnector {
        let exchange: CacheExchange
        let fetch: Fetch
        let handle: SharedExchanges.Handle

        func execute(_ request: Request) async throws -> ResponseStream {
            try await execute(request, in: ExchangeContext())
        }

        func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
            var exchange = exchange
            exchange.context = context
            let stream = try await exchange.lead(handle, fetch)
            if stream.cacheStatus?.isStored == true {
                var (chunks, rest) = (stream.body.makeAsyncIterator(), exchange.cache.responseLimit)
                while rest >= 0, let chunk = try await chunks.next() { rest -= chunk.count }
            }
            return ResponseStream(Response(statusCode: stream.statusCode, headers: stream.headers))
        }
    }
}
