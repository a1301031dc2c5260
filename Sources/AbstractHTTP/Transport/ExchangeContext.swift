/// Receives the reports of a connector while it sends a request.
///
/// The pipeline creates a context for each request that it sends. All methods return immediately and can be called from
/// any thread. A connector that wraps another one passes the context on:
///
/// ```swift
/// struct Signing: HTTPConnector {
///     let next: any HTTPConnector
///
///     func execute(_ request: Request) async throws -> ResponseStream {
///         try await execute(request, in: ExchangeContext())
///     }
///
///     func execute(_ request: Request, in context: ExchangeContext) async throws -> ResponseStream {
///         var request = request
///         request.headers["Signature"] = "…"
///         return try await next.execute(request, in: context)
///     }
/// }
/// ```
public struct ExchangeContext: Sendable {
    /// The receivers of the reports, and what middleware has to know. One reference, because most exchanges have
    /// neither.
    private final class Reports: Sendable {
        let meter: ProgressMeter?
        let connectTimer: DeadlineTimer?
        let onSent: (@Sendable (_ bytes: Int) -> Void)?
        let onConnected: (@Sendable () -> Void)?
        let handling: BodyHandling?

        init(
            meter: ProgressMeter? = nil, connectTimer: DeadlineTimer? = nil,
            onSent: (@Sendable (_ bytes: Int) -> Void)? = nil, onConnected: (@Sendable () -> Void)? = nil,
            handling: BodyHandling? = nil
        ) {
            (self.meter, self.connectTimer) = (meter, connectTimer)
            (self.onSent, self.onConnected, self.handling) = (onSent, onConnected, handling)
        }

        /// Whether there are no receivers.
        var isSilent: Bool { meter == nil && connectTimer == nil && onSent == nil && onConnected == nil }
    }

    private let reports: Reports?

    /// Creates a context that ignores all reports.
    public init() { reports = nil }

    /// Creates a context for calling a connector without the pipeline.
    ///
    /// - Parameters:
    ///   - onSent: Called with the number of bytes of the request's body that have been sent so far, from any thread.
    ///   - onConnected: Called when the request has a connection to the server, from any thread.
    public init(onSent: (@Sendable (_ bytes: Int) -> Void)? = nil, onConnected: @escaping @Sendable () -> Void = {}) {
        reports = Reports(onSent: onSent, onConnected: onConnected)
    }

    init(meter: ProgressMeter?, connectTimer: DeadlineTimer?) {
        let isHeard = meter != nil || connectTimer != nil
        reports = isHeard ? Reports(meter: meter, connectTimer: connectTimer) : nil
    }

    /// Counts the bytes of the exchange, if somebody listens.
    var meter: ProgressMeter? { reports?.meter }

    /// Whether nobody listens at all.
    var isSilent: Bool { reports?.isSilent ?? true }

    /// How the pipeline handles the body of the response. Nil outside of a pipeline, and for a connector that no
    /// middleware surrounds.
    package var handling: BodyHandling? { reports?.handling }

    /// The config of the connection. Nil if ``handling`` is.
    package var config: ConnectionConfig? { handling?.config }

    /// Returns a context with the same receivers for middleware of a pipeline, or outside of one if `handling` is nil.
    func handling(by handling: BodyHandling?) -> Self {
        guard handling != nil || self.handling != nil else { return self }
        return Self(
            reports: Reports(
                meter: reports?.meter, connectTimer: reports?.connectTimer, onSent: reports?.onSent,
                onConnected: reports?.onConnected, handling: handling))
    }

    private init(reports: Reports) { self.reports = reports }

    /// Whether ``didSend(_:)`` has an effect. A connector can skip the counting if it has none.
    public var wantsProgress: Bool { reports.map { $0.meter != nil || $0.onSent != nil } ?? false }

    /// Reports the progress of the request's body.
    ///
    /// Call it once with 0 for an empty body.
    ///
    /// - Parameter bytes: The number of bytes sent so far. It decreases if a connector sends the body again.
    public func didSend(_ bytes: Int) {
        guard let reports else { return }
        reports.meter?.noteSent(bytes)
        reports.onSent?(bytes)
    }

    /// Reports that the request has a connection to the server, which ends its ``Deadlines/connect``.
    ///
    /// A connector that does not know calls this method immediately, so that the deadline does not measure something
    /// else. The pipeline also calls it when the head of the response arrives.
    public func didConnect() { _ = beginSending() }

    /// Reports a connection, like ``didConnect()``. Returns false if ``Deadlines/connect`` has expired before. The
    /// request must then not be sent, because a retry may already have replaced it.
    package func beginSending() -> Bool {
        guard let reports else { return true }
        guard reports.connectTimer?.stop() != false else { return false }
        reports.onConnected?()
        return true
    }
}
