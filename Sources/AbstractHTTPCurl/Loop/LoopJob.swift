/// What the loop's thread runs for a task.
///
/// Not a closure alone: in an array each would be put into another one, which allocates.
struct LoopJob: Sendable {
    let run: @Sendable () -> Void
}
