/// Begins a download anew, once each time, when the server does not give the rest of the file: its range is refused (416), the
/// file is another one (412), or it is another part.
final class DownloadRestart: RecoveryPolicy {
    private let wanted = Guarded(false)

    func recovery(from failure: AttemptFailure) async -> Recovery {
        guard failure.error.request.headers["Range"] != nil, failure.error.refusesRange else { return .giveUp }
        wanted.withLock { $0 = true }
        return .restart()
    }

    /// Whether the next request is for the whole file; the one after that is not.
    func isWanted() -> Bool {
        wanted.withLock { wanted in
            defer { wanted = false }
            return wanted
        }
    }
}

extension ConnectionError {
    fileprivate var refusesRange: Bool {
        if case .wrongPart = underlying as? DownloadError { return true }
        return type == .invalidResponse && (response?.statusCode == 412 || response?.statusCode == 416)
    }
}
