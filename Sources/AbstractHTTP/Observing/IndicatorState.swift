/// What a ``ConnectionIndicator`` shows.
public struct IndicatorState: Hashable, Sendable {
    /// The number of connections that run.
    public var count = 0
    /// Whether any connection runs, or one ended less than the grace time ago.
    public var isBusy = false
    /// Whether the indicator is shown. It appears after a delay and stays for a minimum time.
    public var isActive = false
    /// The completed part of all transfers in this busy period, from 0 to 1; nil while no total is known.
    public var progress: Double?

    /// Creates the state in which nothing runs.
    public init() {}

    /// Whether any connection runs, shown or not.
    public var isRunning: Bool { count > 0 }
}
