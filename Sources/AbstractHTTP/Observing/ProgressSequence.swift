/// The progress of a connection's next generation, as a sequence that ends with the generation.
///
/// Read it once, from one task. A slow reader misses intermediate progress, but never the last one of either direction.
/// Not reading it delays nothing.
///
/// ```swift
/// let connection = HTTP("https://example.com/film.mp4").download(to: film)
/// let progress = connection.progress
/// let bar = Task { for await step in progress { print(step.fraction ?? 0) } }
/// let file = try await connection.response()
/// ```
public struct ProgressSequence: AsyncSequence, Sendable {
    private let latest: LatestProgress

    init(_ latest: LatestProgress) {
        self.latest = latest
    }

    /// Returns an iterator over the progress.
    public func makeAsyncIterator() -> Iterator { Iterator(latest: latest) }

    /// An iterator over the progress.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let latest: LatestProgress

        /// Returns the newest unread progress, or nil at the end and if the task is canceled.
        public func next() async -> TransferProgress? {
            await withTaskCancellationHandler {
                await latest.next()
            } onCancel: { [latest] in
                latest.close()
            }
        }
    }
}

extension Connection {
    /// The progress of the next generation. Get this property before the generation starts, as the example does. A new
    /// task might get it too late.
    public var progress: ProgressSequence {
        let latest = LatestProgress()
        latest.open()
        let feed = ProgressFeed(latest)
        setUp { $0.listeners.add(feed) }
        return ProgressSequence(latest)
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
