import Foundation

extension ResponseStream {
    /// The response with its whole body, or the failure with the part that has arrived.
    func collect(limit: Int, for request: Request) async -> Result<Response, AttemptFailure> {
        var data = Data()
        do {
            try await body.collect(into: &data, limit: limit)
            return .success(head(with: data))
        } catch {
            return .failure(AttemptFailure(error, of: request, response: head(with: data)))
        }
    }

    /// The response to `request` with its whole body. Throws if the body breaks off or is larger than `limit` bytes.
    package func collected(limit: Int, for request: Request) async throws(ConnectionError) -> Response {
        switch await collect(limit: limit, for: request) {
        case .success(let response): return response
        case .failure(let failure): throw failure.error
        }
    }

    /// The response with the part of its body that arrives within `limit`, even if the body breaks off.
    func truncated(_ limit: TruncationLimit) async -> Response {
        let data = LockedValue(Data())
        let reading = DetachableOperation<Void>()
        let watch = Task {
            try? await limit.clock.sleep(for: limit.time)
            reading.abort()
        }
        await reading.valueUnlessCanceled { await body.read(into: data, limit: limit.bytes) }
        watch.cancel()
        return head(with: data.withLock { $0 })
    }
}

/// A limit for reading an unneeded body, which may be large or endless. Unneeded bodies come with followed redirects,
/// rejected responses, and responses to HEAD. The rest of the body is abandoned, even if other code holds the body.
struct TruncationLimit: Sendable {
    let bytes: Int
    let time: Duration
    let clock: any Clock<Duration>

    /// Creates the limit of a rejected response, whose body explains the rejection, or of a response to HEAD.
    init(_ config: ConnectionConfig) { self.init(config, .seconds(5)) }

    /// Returns the limit of a redirect, whose target is known before its body. Reading the whole body keeps the
    /// connection open for reuse, but that does not justify a longer wait.
    static func ofRedirect(_ config: ConnectionConfig) -> Self { Self(config, .milliseconds(100)) }

    private init(_ config: ConnectionConfig, _ time: Duration) {
        self.time = time
        bytes = min(256 << 10, max(0, config.maximumResponseBytes))
        clock = config.clock
    }
}

extension ResponseBody {
    fileprivate func read(into data: LockedValue<Data>, limit: Int) async {
        var chunks = makeAsyncIterator()
        while let chunk = try? await chunks.next() {
            let isFull = data.withLock { data in
                data.append(chunk.prefix(limit - data.count))
                return data.count == limit
            }
            if isFull { return leave() }
        }
    }

    /// Cancels the reader, which tells the source immediately that nothing more is needed.
    private func leave() {
        Task {
            var chunks = makeAsyncIterator()
            _ = try? await chunks.next()
        }
        .cancel()
    }
}
