import AbstractHTTP

/// What the loop is asked to do.
enum LoopCommand: Sendable {
    /// Begin a transfer.
    case start(Transfer)
    /// End it; nobody wants it any more.
    case cancel(Transfer)
    /// Its reader has room again, or its body has bytes again.
    case resume(Transfer)
    /// End the transfers that have been silent for too long, and say when to look again; nil when there are none.
    case endIdle(Promise<Duration?>)
    /// Count what there is.
    case count(CountRequest)
    /// End all transfers, and the loop.
    case stop
}

/// How many transfers there are, and handles for more.
struct TransferCounts: Equatable, Sendable {
    var running: Int
    /// Those that wait for a connection.
    var waiting: Int
    /// Those of the running ones that wait for their reader, or for their own body.
    var paused = 0
    var spareHandles: Int
    /// Those that there are, of running transfers and spare.
    var handles: Int
    /// Whether the idle ones are looked for.
    var isWatched = false
}

/// Waits until the counts are as they are wanted.
struct CountRequest: Sendable {
    let isWanted: @Sendable (TransferCounts) -> Bool
    /// Nil when the loop stopped before.
    let answer: Promise<TransferCounts?>
}
