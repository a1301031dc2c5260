import AbstractHTTP

/// A command for the loop.
enum LoopCommand: Sendable {
    /// Start a transfer.
    case start(Transfer)
    /// End a transfer that is no longer needed.
    case cancel(Transfer)
    /// Resume a transfer whose reader has room again or whose body has bytes again.
    case resume(Transfer)
    /// End the transfers that have been silent for too long. The answer is when to check again, or nil if none run.
    case endIdle(Promise<Duration?>)
    /// Count transfers and handles.
    case count(CountRequest)
    /// End all transfers and the loop.
    case stop
}

/// The numbers of transfers and handles.
struct TransferCounts: Equatable, Sendable {
    var running: Int
    /// The transfers that wait for a connection.
    var waiting: Int
    /// The running transfers that wait for their reader or for their own body.
    var paused = 0
    var spareHandles: Int
    /// The handles of running transfers, those with an abandoned name lookup, and the spare ones.
    var handles: Int
    /// Whether the idle watch is running.
    var isWatched = false
}

/// Waits until the counts satisfy a condition.
struct CountRequest: Sendable {
    let isWanted: @Sendable (TransferCounts) -> Bool
    /// Nil if the loop stopped before.
    let answer: Promise<TransferCounts?>
}
