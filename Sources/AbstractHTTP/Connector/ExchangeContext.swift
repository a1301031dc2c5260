/// What a connector reports while it carries a request.
struct ExchangeContext: Sendable {
    /// Counts the bytes of the exchange, when somebody listens.
    let meter: ProgressMeter?
    /// Runs until there is a connection to the server.
    let connectTimer: DeadlineTimer?

    var onSent: (@Sendable (_ bytes: Int) -> Void)? { meter.map { $0.noteSent } }
    var onConnected: (@Sendable () -> Void)? { connectTimer.map { $0.stop } }
}
