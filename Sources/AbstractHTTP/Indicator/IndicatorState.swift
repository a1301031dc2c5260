/// What a ``ConnectionIndicator`` shows.
public struct IndicatorState: Hashable, Sendable {
    /// How many connections run.
    public var count = 0
    /// Whether it is shown: a while after the first has begun, and for a while at least.
    public var isActive = false
    /// How far all has come that runs and has run since the count was last zero, from 0 to 1; nil while no total is known.
    public var progress: Double?

    /// Makes the state of nothing.
    public init() {}

    /// Whether anything runs, shown or not.
    public var isRunning: Bool { count > 0 }
}
