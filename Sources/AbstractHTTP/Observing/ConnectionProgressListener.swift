/// Sees how the bodies of a connection's requests and responses are transferred.
///
/// The calls come between `onStart` and the first call about the response, of a live response until its end; like all
/// others they never overlap. Who takes long misses what comes meanwhile, but never the last one. Each request begins
/// at zero: a retry, or one that follows a redirect.
///
/// ```swift
/// @MainActor final class Bar: ConnectionProgressListener {
///     var fraction = 0.0
///     func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
///         fraction = progress.fraction ?? 0
///     }
/// }
/// ```
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
