/// Receives the progress of the bodies that a connection sends and receives.
///
/// ```swift
/// @MainActor final class Bar: ConnectionProgressListener {
///     var fraction = 0.0
///     func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
///         fraction = progress.fraction ?? 0
///     }
/// }
/// ```
///
/// The calls come after `onStart`, and before the first call about the response. Of a response whose body is read while
/// it arrives, they come until its end. If a call takes long, the listener misses the progress that is made meanwhile,
/// but never the last one. The progress of each request begins at zero, also that of a retry or a redirect.
public protocol ConnectionProgressListener: ConnectionEventListener {
    /// More bytes were transferred.
    func onProgress(connection: any ConnectionTask, progress: TransferProgress) async
}

/// A listener that is a closure on the main actor.
final class ProgressClosure: ConnectionProgressListener {
    private let closure: @MainActor @Sendable (TransferProgress) -> Void

    init(_ closure: @escaping @MainActor @Sendable (TransferProgress) -> Void) {
        self.closure = closure
    }

    @MainActor
    func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
        closure(progress)
    }
}
