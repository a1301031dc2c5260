/// A job that the loop's thread runs for a task.
///
/// It is not a plain closure, because an array would wrap each one in another closure, which allocates.
struct LoopJob: Sendable {
    let run: @Sendable () -> Void
}
