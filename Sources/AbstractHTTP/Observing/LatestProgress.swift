/// Passes the newest progress of each direction to one reader. Progress that is not read in time is replaced.
final class LatestProgress: Sendable {
    private struct State {
        var upload: TransferProgress?
        var download: TransferProgress?
        var isOpen = false
        var reader: Promise<Void>?

        mutating func take() -> TransferProgress? {
            if let progress = upload {
                upload = nil
                return progress
            }
            defer { download = nil }
            return download
        }
    }

    private let state = LockedValue(State())

    /// Replaces the unread progress of the same direction.
    func put(_ progress: TransferProgress) {
        wake { state in
            switch progress.direction {
            case .upload: state.upload = progress
            case .download: state.download = progress
            }
        }
    }

    /// From now on, the reader waits for new progress.
    func open() { wake { $0.isOpen = true } }

    /// From now on, the reader gets the unread progress, and then the end.
    func close() { wake { $0.isOpen = false } }

    /// Returns the newest unread progress, or nil if this is closed and there is none.
    func next() async -> TransferProgress? {
        while true {
            let reader = Promise<Void>()
            let step: TransferProgress?? = state.withLock { state in
                if let progress = state.take() { return .some(progress) }
                if !state.isOpen { return .some(nil) }
                state.reader = reader
                return nil
            }
            if let step { return step }
            await reader.value()
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.fulfill(())
    }
}
