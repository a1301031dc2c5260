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
/// The calls come between `onStart` and the first call about the response. If the body is read while it arrives, they
/// continue until its end. A slow listener misses intermediate progress, but never the last one. The progress of each
/// request starts at zero, including retries and redirects.
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
