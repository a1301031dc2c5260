/// How far the bodies of a connection's next generation have come, as a sequence that ends with it.
///
/// It is read once, from one place. Who is slow misses what comes meanwhile, but never the last count of either
/// direction; who does not read holds nothing up.
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

    /// Reads the sequence.
    public func makeAsyncIterator() -> Iterator { Iterator(latest: latest) }

    /// Reads the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let latest: LatestProgress

        /// The newest progress that was not read; nil at the end, and when the task is canceled.
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
    /// How far the bodies of the next generation to begin have come. Take it before that begins, as in the example:
    /// a task that takes it for itself may come too late.
    public var progress: ProgressSequence {
        let latest = LatestProgress()
        latest.open()
        let feed = ProgressFeed(latest)
        setUp { setup in
            setup.listeners.progress.append(feed)
            setup.listeners.plain.append(feed)
        }
        return ProgressSequence(latest)
    }
}

/// Fills a sequence, and ends it with the generation, or with the connection when there is none.
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
