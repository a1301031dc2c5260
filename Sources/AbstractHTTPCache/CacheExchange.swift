import AbstractHTTP
import Foundation

/// One request on its way through a cache.
struct CacheExchange: Sendable {
    let lookup: CacheLookup
    let next: any HTTPConnector
    /// Receives the reports of `next`.
    var context: ExchangeContext
    let config: ConnectionConfig

    var cache: HTTPCache { lookup.cache }
    private var request: Request { lookup.request }
    var info: CacheRequest { lookup.info }
    private var key: CacheKey { lookup.key }
    private var rules: CacheRules { cache.rules }

    private func now() -> Date { config.date() }

    /// Makes a decision, and carries it out.
    func response() async throws -> ResponseStream {
        let removal = cache.lastRemoval
        let stored = info.isLookedUp ? await cache.store.responses(for: key) : []
        let decision = rules.decision(for: info, stored: stored, at: now())
        cache.observe?(request, decision)
        switch decision.action {
        case .respond(let response): return lookup.hit(response, decision.reason, at: now())
        case .respondAndRefresh(let response):
            refresh(Fetch(.stale(since: 0), response, validates: true, removal: removal))
            return lookup.hit(response, decision.reason, at: now())
        case .validate(let response):
            return try await share(Fetch(decision.reason, response, validates: true, removal: removal))
        case .forward(let response):
            return try await share(Fetch(decision.reason, response, validates: false, removal: removal))
        case .fail: return CacheResponse.gatewayTimeout(decision.reason)
        }
    }
}

/// Sending the request.
extension CacheExchange {
    /// Why the request is sent, and what is stored.
    struct Fetch: Sendable {
        let reason: CacheReason
        let stored: CachedResponse?
        /// Whether the server is asked if the stored response is still valid.
        let validates: Bool
        /// The number of the last removal before the lookup.
        let removal: Int

        /// When a request was sent.
        struct Sending: Sendable {
            let time: Date
            /// The number of the last removal before that.
            let removal: Int
        }

        init(_ reason: CacheReason, _ stored: CachedResponse?, validates: Bool, removal: Int) {
            (self.reason, self.stored, self.validates) = (reason, stored, validates)
            self.removal = removal
        }
    }

    var exchangeKey: String { SharedExchanges.key(of: request, key) }

    /// Shares the exchange with identical requests, if the response may be shared.
    private func share(_ fetch: Fetch) async throws -> ResponseStream {
        guard info.method == .get, info.range == nil, !info.isConditional, !info.bypassesCache else {
            return try await send(fetch, nil)
        }
        while true {
            switch cache.exchanges.join(exchangeKey) {
            case .lead(let handle):
                // Another exchange may have ended since the decision.
                if let response = await storedMeanwhile() {
                    handle.finish(.stored(response))
                    return collapsed(response, fetch)
                }
                return try await lead(handle, fetch)
            case .wait(let exchange, let waiter, let number):
                // A request that waits does not connect.
                context.didConnect()
                let outcome: SharedExchanges.Outcome = try await waiter.value { [cache, exchangeKey] in
                    cache.exchanges.leave(exchangeKey, exchange, number)
                }
                switch outcome {
                case .stored(let response): return collapsed(response, fetch)
                case .unshared: return try await send(fetch, nil)
                case .substituted(let statusCode):
                    if let substitute = substitute(fetch, statusCode) { return substitute }
                    return try await send(fetch, nil)
                case .canceled: continue
                case .failed(let error): return try await substitute(for: error, fetch)
                }
            }
        }
    }

    private func storedMeanwhile() async -> CachedResponse? {
        let stored = await cache.store.responses(for: key)
        guard case .respond(let response) = rules.decision(for: info, stored: stored, at: now()).action else {
            return nil
        }
        return response
    }

    func lead(_ handle: SharedExchanges.Handle, _ fetch: Fetch) async throws -> ResponseStream {
        do {
            return try await withTaskCancellationHandler {
                try await send(fetch, handle)
            } onCancel: {
                // A connector may ignore the cancellation, but the waiting requests must not wait for it.
                DispatchQueue.global().async { handle.finish(.canceled) }
            }
        } catch {
            handle.finish(Task.isCancelled || error is CancellationError ? .canceled : .failed(error))
            throw error
        }
    }

    private func collapsed(_ response: CachedResponse, _ fetch: Fetch) -> ResponseStream {
        let freshness = Freshness(response, at: now(), rules)
        let status = CacheStatus(
            forwardReason: fetch.reason.forwardToken, timeToLive: Int(clamping: freshness.rest), isCollapsed: true)
        return CacheResponse(response, to: lookup).stream(status, age: freshness.age, isValidated: true)
    }

    private func send(_ fetch: Fetch, _ handle: SharedExchanges.Handle?) async throws -> ResponseStream {
        let sent = Fetch.Sending(time: now(), removal: cache.lastRemoval)
        // The stored response may have been removed since the lookup.
        let isRemoved = cache.hasRemoved(info.url, since: fetch.removal)
        let fetch = isRemoved ? Fetch(fetch.reason, nil, validates: false, removal: sent.removal) : fetch
        let stream: ResponseStream
        do {
            stream = try await next.execute(fetch.validates ? conditional(fetch.stored) : request, in: context)
        } catch {
            guard !(error is CancellationError), !Task.isCancelled else { throw error }
            let substitute = try await substitute(for: error, fetch)
            handle?.finish(.failed(error))
            return substitute
        }
        if stream.statusCode >= 500, let substitute = substitute(fetch, stream.statusCode) {
            handle?.finish(.substituted(statusCode: stream.statusCode))
            return substitute
        }
        return try await receive(stream, fetch, handle, sent: sent)
    }

    /// Returns a stale response in place of an error, if that is permitted.
    private func substitute(for error: any Error, _ fetch: Fetch) async throws -> ResponseStream {
        guard let substitute = substitute(fetch, nil) else { throw error }
        return substitute
    }

    private func substitute(_ fetch: Fetch, _ statusCode: Int?) -> ResponseStream? {
        guard let stored = fetch.stored,
            let reason = rules.reason(toUse: stored, afterAFailureOf: info, at: now())
        else { return nil }
        cache.observe?(request, CacheDecision(action: .respond(stored), reason: reason))
        let freshness = Freshness(stored, at: now(), rules)
        let status = CacheStatus(
            forwardReason: fetch.reason.forwardToken, forwardStatus: statusCode,
            timeToLive: Int(clamping: freshness.rest), detail: "\(reason)")
        return CacheResponse(stored, to: lookup).stream(status, age: freshness.age, isValidated: false)
    }

    private func conditional(_ stored: CachedResponse?) -> Request {
        var request = request
        request.headers.set("If-None-Match", to: stored?.headers.fields(for: "ETag") ?? [])
        request.headers["If-Modified-Since"] = stored?.headers["Last-Modified"]
        return request
    }
}

/// The response.
extension CacheExchange {
    private func receive(
        _ stream: ResponseStream, _ fetch: Fetch, _ handle: SharedExchanges.Handle?, sent: Fetch.Sending
    ) async throws -> ResponseStream {
        let update = rules.update(after: stream.statusCode, stream.headers, to: info, stored: fetch.stored)
        let status = CacheStatus(forwardReason: fetch.reason.forwardToken)
        switch update {
        case .store: return await tee(stream, status, fetch, handle, sent: sent)
        case .freshen:
            if fetch.validates, let stored = fetch.stored {
                return try await freshen(stored, by: stream, fetch, handle, sent: sent)
            }
        case .update:
            if let stored = fetch.stored {
                await store(
                    rules.freshened(stored, by: stream.headers, of: info, sent: sent.time, received: now()), sent)
            }
        case .invalidate(.unsafeMethod): return await invalidate(after: stream, status, fetch, sent: sent)
        case .invalidate(.superseded): await cache.store.forget(info.url)
        case .ignore: break
        }
        handle?.finish(.unshared)
        return stream.with(status)
    }

    /// The server says that the stored response is still valid.
    private func freshen(
        _ stored: CachedResponse, by stream: ResponseStream, _ fetch: Fetch, _ handle: SharedExchanges.Handle?,
        sent: Fetch.Sending
    ) async throws -> ResponseStream {
        guard rules.isMeant(stored, by: stream.headers) else {
            if rules.isReusable(stored, after: stream.headers) {
                handle?.finish(.unshared)
                let isStored = !cache.hasRemoved(info.url, since: sent.removal)
                return validated(stored, by: stream, fetch, isStored: isStored)
            }
            // The server means another response, so it must send that.
            await cache.store.forget(info.url)
            let whole = Fetch(fetch.reason, nil, validates: false, removal: sent.removal)
            return try await send(whole, handle)
        }
        let response = rules.freshened(stored, by: stream.headers, of: info, sent: sent.time, received: now())
        let insertion = await store(response, sent)
        handle?.finish(insertion.isValid && isShareable(response) ? .stored(response) : .unshared)
        return validated(response, by: stream, fetch, isStored: insertion == .kept)
    }

    /// The stored response, after a 304.
    private func validated(
        _ response: CachedResponse, by stream: ResponseStream, _ fetch: Fetch, isStored: Bool
    ) -> ResponseStream {
        let freshness = Freshness(response, at: now(), rules)
        let status = CacheStatus(
            forwardReason: fetch.reason.forwardToken, forwardStatus: 304,
            timeToLive: Int(clamping: freshness.rest), isStored: isStored)
        var answer = CacheResponse(response, to: lookup).stream(status, age: freshness.age, isValidated: true)
        for cookie in stream.headers.fields(for: .setCookie) { answer.headers.add(cookie) }
        return answer
    }

    /// Stores a response, unless it was removed since the request was sent, or the response forbids it.
    @discardableResult
    private func store(_ response: CachedResponse, _ sent: Fetch.Sending) async -> CacheInsertion {
        guard rules.reasonNotToStore(response.statusCode, response.headers, info) == nil,
            response.headers.byteCount <= HTTPHeaders.mostBytes
        else {
            await cache.store.forget(info.url)
            return .invalid
        }
        return await insert(response, sent)
    }

    /// Stores a response, unless it was removed since the request was sent.
    private func insert(_ response: CachedResponse, _ sent: Fetch.Sending) async -> CacheInsertion {
        guard let held = lookup.held else { return await insertNow(response, sent) }
        await held.add { _ = await insertNow(response, sent) }
        return cache.hasRemoved(info.url, since: sent.removal) ? .invalid : .kept
    }

    private func insertNow(_ response: CachedResponse, _ sent: Fetch.Sending) async -> CacheInsertion {
        guard !cache.hasRemoved(info.url, since: sent.removal) else { return .invalid }
        let isKept = await cache.store.insert(response, for: key, asking: cache.selective)
        guard cache.hasRemoved(info.url, since: sent.removal) else { return isKept ? .kept : .refused }
        // The removal came before the end of the insertion.
        await cache.store.forget(info.url)
        return .invalid
    }

    /// Removes an older response, which must not be used in place of one that is not stored.
    private func forget() async {
        // In a canceled task, a store may do nothing.
        await Task { [cache, info] in await cache.store.forget(info.url) }.value
    }

    /// Whether a response answers identical requests without another exchange.
    private func isShareable(_ response: CachedResponse) -> Bool {
        if case .respond = rules.decision(for: info, stored: [response], at: now()).action { return true }
        return false
    }

    /// Stores the body while the reader reads it. A body that other requests may wait for is read in its own task.
    private func tee(
        _ stream: ResponseStream, _ status: CacheStatus, _ fetch: Fetch, _ handle: SharedExchanges.Handle?,
        sent: Fetch.Sending
    ) async -> ResponseStream {
        let received = now()
        let head = rules.stored(
            stream.statusCode, stream.headers, Data(), of: info, sent: sent.time, received: received)
        let length = stream.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= cache.responseLimit else {
            if fetch.stored != nil { await forget() }
            handle?.finish(.unshared)
            return stream.with(status)
        }
        guard !cache.hasRemoved(info.url, since: sent.removal) else {
            handle?.finish(.unshared)
            return stream.with(status)
        }
        let isShared = isShareable(head)
        if !isShared { handle?.finish(.unshared) }
        let older = fetch.stored
        // Nil until it is known.
        let isStored = LockedValue<Bool?>(nil)
        let source = StoringSource(stream.body, limit: cache.responseLimit) {
            [self, limit = cache.responseLimit] body in
            var response = head.with(body)
            // A part that does not match its Content-Range cannot be used.
            guard response.statusCode != 206 || response.part != nil else {
                isStored.withLock { $0 = false }
                handle?.finish(.unshared)
                return
            }
            response = older.flatMap { response.combined(with: $0, limit: limit) } ?? response
            let insertion = await insert(response, sent)
            isStored.withLock { $0 = insertion == .kept }
            if isShared { handle?.finish(insertion.isValid ? .stored(response) : .unshared) }
        } exceed: { [self] in
            isStored.withLock { $0 = false }
            if older != nil { await forget() }
            handle?.finish(.unshared)
        } abandon: {
            isStored.withLock { $0 = false }
            handle?.finish(.canceled)
        }
        var stored = status
        stored.isStored = true
        var answer = stream.with(stored)
        answer.completeHeaders = { [cache, url = info.url, removal = sent.removal, stored] headers in
            let isKept = isStored.withLock { $0 } ?? !cache.hasRemoved(url, since: removal)
            return isKept ? headers : headers.withoutStored(stored)
        }
        if let handle, isShared {
            answer.body = ResponseBody(
                ReadAheadSource(source, limit: cache.responseLimit) { handle.takeOver($0) })
        } else {
            answer.body = ResponseBody(source)
        }
        return answer
    }
}

/// Unsafe methods.
extension CacheExchange {
    /// Removes what an unsafe request has changed (RFC 9111, section 4.4; RFC 9875, section 3), and stores its response
    /// if a later GET may get that.
    private func invalidate(
        after stream: ResponseStream, _ status: CacheStatus, _ fetch: Fetch, sent: Fetch.Sending
    ) async -> ResponseStream {
        let (urls, groups) = (urlsChanged(by: stream), stream.headers.strings("Cache-Group-Invalidation"))
        let (earlier, number) = cache.noteRemoval(of: groups.isEmpty ? urls : nil)
        // A store may stop in a canceled task, but the server has changed something.
        await Task { await remove(urls, groups) }.value
        guard !earlier.includes(info.url, since: sent.removal), let stored = storedPost(stream) else {
            return stream.with(status)
        }
        let posted = Fetch(fetch.reason, stored, validates: false, removal: number)
        return await tee(stream, status, posted, nil, sent: Fetch.Sending(time: sent.time, removal: number))
    }

    private func urlsChanged(by stream: ResponseStream) -> [String] {
        let others = [HTTPHeaderName.location, "Content-Location"].compactMap { name -> String? in
            let reference = stream.headers.reference(name)
            guard let url = reference.flatMap({ URL(string: $0, relativeTo: request.url) })?.absoluteURL,
                Origin(url) == Origin(request.url)
            else { return nil }
            return url.absoluteString.cacheURL
        }
        return [info.url] + others
    }

    private func remove(_ urls: [String], _ groups: Set<String>) async {
        for url in urls { await cache.store.forget(url) }
        guard !groups.isEmpty else { return }
        let origin = Origin(request.url)
        try? await cache.store.removeAll { response in
            !groups.isDisjoint(with: response.headers.strings("Cache-Groups"))
                && URL(string: response.url).map(Origin.init) == origin
        }
    }

    /// The response to a POST also answers a later GET, if it says that it is the same (RFC 9110, section 9.3.3).
    private func storedPost(_ stream: ResponseStream) -> CachedResponse? {
        guard info.method == .post, stream.statusCode == 200,
            let reference = stream.headers.reference("Content-Location"),
            let location = URL(string: reference, relativeTo: request.url),
            location.absoluteURL.absoluteString.cacheURL == info.url
        else { return nil }
        let response = rules.stored(200, stream.headers, Data(), of: info, sent: now(), received: now())
        guard Freshness.explicitLifetime(of: response, isShared: rules.isShared) != nil,
            rules.reasonNotToStore(200, stream.headers, info) == nil
        else { return nil }
        return response
    }
}

extension HTTPHeaders {
    /// The strings of a field that is a list of strings (RFC 9651, section 3.1).
    fileprivate func strings(_ name: HTTPHeaderName) -> Set<String> {
        Set(values(for: name).flatMap(StructuredDictionary.strings))
    }
}
