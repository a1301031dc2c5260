/// Begins a download anew when the server does not give the rest of the file: its range is refused (416), the file is
/// another one (412), or it is another part. What is then asked for is the whole, so that happens once each time.
final class DownloadRestart: RecoveryPolicy {
    private struct State {
        var isResume = false
        var isWanted = false
    }

    private let state = LockedValue(State())

    func recovery(from failure: RecoveryContext) async -> Recovery {
        let restarts = state.withLock { state in
            guard state.isResume, failure.error.refusesRange else { return false }
            state.isWanted = true
            return true
        }
        return restarts ? .restart() : .giveUp
    }

    /// Whether the next request may ask for the rest; the one after a refusal is for the whole file.
    func allowsResume() -> Bool {
        state.withLock { state in
            defer { state.isWanted = false }
            return !state.isWanted
        }
    }

    /// The next request asks for the rest, or for the whole.
    func note(isResume: Bool) {
        state.withLock { $0.isResume = isResume }
    }
}

extension ConnectionError {
    fileprivate var refusesRange: Bool {
        if case .wrongPart = underlying as? DownloadError { return true }
        return type == .invalidResponse && (response?.statusCode == 412 || response?.statusCode == 416)
    }
}
