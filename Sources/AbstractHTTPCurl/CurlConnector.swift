import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// Carries requests with the system's libcurl. One thread serves all requests of a connector.
///
/// The system's libcurl is loaded when the first connector is created. Building needs no libcurl.
///
/// The connector does not follow redirects, keep cookies, or answer challenges. The pipeline does that. Request bodies
/// are read while they are sent. If a response is read slowly, the connector slows the server down. A body takes at
/// most 2 MiB of memory. Over HTTP/2, a response can take 10 MiB, because libcurl accepts that much at once.
///
/// ```swift
/// let connector = try CurlConnector { options in
///     options.idleTimeout = .seconds(90)
///     options.proxy = .socks5(host: "127.0.0.1", port: 1080)
/// }
/// let config = ConnectionConfig(connector: connector)
/// ```
///
/// Releasing a connector ends its exchanges. Keep the connector while bodies are being read.
public final class CurlConnector: HTTPConnector {
    private let ownExecutor: CurlExecutor
    let loop: CurlLoop

    /// Creates a connector with its own thread and the options that `configure` sets.
    ///
    /// Throws ``LibcurlUnavailable`` if there is no usable libcurl, ``AbstractHTTP/TransportError`` if it does not
    /// support an option or a pin is not for a host, a `CocoaError` if a certificate or a key cannot be read, and a
    /// `POSIXError` if the process has too many open files.
    public init(_ configure: (inout Options) throws -> Void = { _ in }) throws {
        try Libcurl.load()
        var options = Options()
        try configure(&options)
        loop = try CurlLoop(options)
        ownExecutor = CurlExecutor(loop)
        loop.begin()
    }

    deinit {
        loop.stop()
    }

    /// Runs tasks on the thread of the connector, so that requests need no switch between threads. Keep the executor or
    /// the connector while a task prefers it.
    ///
    /// Use it in programs that do little more than send many requests. Code that blocks or takes long there delays
    /// every transfer of the connector.
    ///
    /// ```swift
    /// try await withTaskExecutorPreference(connector.executor) {
    ///     try await HTTP("https://api.example.com/users").asString(config: config).response()
    /// }
    /// ```
    ///
    /// Child tasks also run there. Code of the main actor, or of an actor with its own executor, runs on its usual
    /// executor. After the connector ends, tasks continue on a thread of the system.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public var executor: any TaskExecutor { ownExecutor }

    /// Ends all running exchanges and rejects new ones. Both fail with
    /// ``AbstractHTTP/TransportError/Kind/invalidated``.
    public func invalidate() { loop.stop() }

    /// The current counts, or nil if the connector was invalidated.
    var counts: TransferCounts? {
        get async { await counts { _ in true } }
    }

    /// Returns the counts as soon as they satisfy `isWanted`, which is called after each change. Returns nil if the
    /// connector was invalidated or the task is canceled.
    @discardableResult
    func counts(where isWanted: @escaping @Sendable (TransferCounts) -> Bool) async -> TransferCounts? {
        let answer = Promise<TransferCounts?>()
        guard loop.post(.count(CountRequest(isWanted: isWanted, answer: answer))) else { return nil }
        return await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            answer.fulfill(nil)
        }
    }

    /// Waits until the thread of an invalidated connector has ended.
    func end() async { await loop.end() }

    /// Sends `request`. Throws ``AbstractHTTP/TransportError``, ``AbstractHTTP/InvalidRequest`` if the host is
    /// ambiguous, the head would break the message, or a file is missing, and `CancellationError` if the task is
    /// canceled. Rethrows errors of a stream.
    public func execute(_ request: Request) async throws -> ResponseStream {
        try await execute(request, in: ExchangeContext())
    }

    /// Sends `request` and reports the connection and the progress of the upload.
    public func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
        try Task.checkCancellation()
        let transfer = try Transfer(request, context, loop.blocks)
        let head = try await withTaskCancellationHandler {
            try await transfer.response { loop.start(transfer) }
        } onCancel: { [loop] in
            loop.post(.cancel(transfer))
        }
        return try ResponseStream(head, transfer, TransferBody(transfer, loop), loop.blocks)
    }
}

extension CurlConnector: AbortableConnector {
    /// Sends `request` without a separate task.
    public func execute(
        _ request: Request, in context: ExchangeContext, tracking track: (any Abortable) -> Bool
    ) async throws -> ResponseStream {
        let transfer = try Transfer(request, context, loop.blocks, isLive: false)
        guard track(TransferLeaving(transfer, loop)) else { throw CancellationError() }
        let head = try await transfer.response { loop.start(transfer) }
        return try ResponseStream(head, transfer, TransferBody(transfer, loop, isCancelled: false), loop.blocks)
    }
}

extension ResponseStream {
    /// Throws ``TransportError/Kind/malformedResponse`` if the body has more than five content codings.
    fileprivate init(
        _ head: ResponseHead, _ transfer: Transfer, _ source: @autoclosure () -> TransferBody, _ blocks: BlockPool
    ) throws(TransportError) {
        let headers = head.headers
        let body: ResponseBody
        // A part of an encoded body cannot be decoded (RFC 9110, section 15.3.7).
        if head.isEncoded, head.statusCode != 206, transfer.request.method != .head {
            // Create it before anything can throw, because releasing it ends the transfer.
            let encoded: any AbortableSource = source()
            let codings = try ContentCoding.codings(of: headers)
            body = ResponseBody(codings.reduce(encoded) { DecodedBody($0, $1, transfer, blocks) })
        } else {
            // A small body arrives together with its head.
            body = transfer.takeWholeBody().map { ResponseBody($0) } ?? ResponseBody(source())
        }
        self.init(statusCode: head.statusCode, headers: headers, urlOf: transfer.request, body: body)
        measureMetrics = { transfer.metrics }
        readTrailers = { transfer.trailers }
    }
}

private final class TransferLeaving: Abortable {
    private let transfer: Transfer
    private let loop: CurlLoop

    init(_ transfer: Transfer, _ loop: CurlLoop) {
        self.transfer = transfer
        self.loop = loop
    }

    func abort() { loop.leave(transfer) }
}

extension CurlConnector: CustomReflectable {
    /// A mirror without members, because the options may contain passwords.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
