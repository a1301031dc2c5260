extension Connection {
    /// The progress of the next generation, as a sequence that ends with the generation.
    ///
    /// Get this property before the generation starts, as the example does. A new task might get it too late. Read the
    /// sequence once, from one task. A slow reader misses intermediate progress, but never the last one of either
    /// direction. Not reading it delays nothing.
    ///
    /// ```swift
    /// let connection = HTTP("https://example.com/film.mp4").download(to: film)
    /// let progress = connection.progress
    /// let bar = Task { for await step in progress { print(step.fraction ?? 0) } }
    /// let file = try await connection.response()
    /// ```
    public var progress: AsyncStream<TransferProgress> {
        let latest = LatestProgress()
        latest.open()
        let feed = ProgressFeed(latest)
        setUp { $0.listeners.add(feed) }
        return AsyncStream {
            await latest.next()
        } onCancel: {
            latest.close()
        }
    }
}

/// Fills a sequence, and ends it with the generation, or with the connection if no generation starts.
private final class ProgressFeed: ConnectionProgressListener, ConnectionListener {
    private let latest: LatestProgress
    private let isOver = LockedValue(false)

    init(_ latest: LatestProgress) {
        self.latest = latest
    }

    deinit {
        latest.close()
    }

    func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
        if !isOver.withLock({ $0 }) { latest.put(progress) }
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        isOver.withLock { $0 = true }
        latest.close()
    }
}
