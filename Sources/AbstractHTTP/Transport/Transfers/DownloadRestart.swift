/// Restarts a download if the server does not send the rest of the file: it rejects the range (416), the file has
/// changed (412), or it sends another part. The restart requests the whole file, so it never happens twice in a row.
///
/// It also checks the folder before each attempt, because a listener of `onStart` can create it.
final class DownloadRestart: RequestAdapter {
    private struct State {
        var isResume = false
        var isWanted = false
        var fingerprint = ""
    }

    private let target: DownloadTarget
    private let state = LockedValue(State())

    init(_ target: DownloadTarget) { self.target = target }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) throws -> Request {
        try target.checkFolder()
        return request
    }

    func recovery(from failure: RecoveryContext) async -> Recovery {
        let restarts = state.withLock { state in
            guard state.isResume, failure.error.refusesRange else { return false }
            state.isWanted = true
            return true
        }
        return restarts ? .restart() : .giveUp
    }

    /// Whether the next request may ask for the rest. The request after a refusal asks for the whole file.
    func allowsResume() -> Bool {
        state.withLock { state in
            defer { state.isWanted = false }
            return !state.isWanted
        }
    }

    /// The fingerprint of the last request.
    var fingerprint: String { state.withLock(\.fingerprint) }

    /// Records the fingerprint of the next request, and whether it asks for the rest or for the whole file.
    func note(_ fingerprint: String, isResume: Bool) {
        state.change { ($0.fingerprint, $0.isResume) = (fingerprint, isResume) }
    }
}

extension ConnectionError {
    fileprivate var refusesRange: Bool {
        if case .wrongPart = underlying as? DownloadError { return true }
        return type == .invalidResponse && (response?.statusCode == 412 || response?.statusCode == 416)
    }
}
