import AbstractHTTP

/// Prints how far a transfer in one direction has come: a line for each fifth.
@MainActor
final class ProgressBar {
    private(set) var last: TransferProgress?
    private let direction: TransferProgress.Direction
    private let stage: Stage

    init(_ direction: TransferProgress.Direction, on stage: Stage) {
        self.direction = direction
        self.stage = stage
    }

    func note(_ progress: TransferProgress) {
        guard progress.direction == direction else { return }
        guard (progress.fraction ?? 0) - (last?.fraction ?? -1) >= 0.2 || progress.fraction == 1 else { return }
        last = progress
        let filled = Int((progress.fraction ?? 0) * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        stage.say("\(direction) \(bar) \(progress.bytes) of \(progress.total.map(String.init) ?? "?") bytes")
    }
}
