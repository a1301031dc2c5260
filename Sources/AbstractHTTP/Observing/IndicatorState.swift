/// The state of a ``ConnectionIndicator``.
///
/// ```swift
/// func update(_ state: IndicatorState) {
///     spinner.isHidden = !state.isActive
/// }
/// ```
public struct IndicatorState: Hashable, Sendable {
    /// The number of running connections.
    public var count = 0
    /// Whether a connection is running, or one ended less than the grace time ago.
    public var isBusy = false
    /// Whether the indicator is shown. It appears after a delay and stays for a minimum time.
    public var isActive = false
    /// The completed fraction of all transfers in this busy period, from 0 to 1, or nil while no total is known.
    public var progress: Double?

    /// Creates the state without running connections.
    public init() {}

    /// Whether a connection is running, shown or not.
    public var isRunning: Bool { count > 0 }
}
