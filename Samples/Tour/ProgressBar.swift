import AbstractHTTP

/// Shows the progress of a transfer in one direction, in one line that it replaces.
@MainActor
final class ProgressBar {
    private(set) var last: TransferProgress?
    private let direction: TransferProgress.Direction
    private let stage: Stage

    init(_ direction: TransferProgress.Direction, on stage: Stage) {
        self.direction = direction
        self.stage = stage
    }

    func show(_ progress: TransferProgress) {
        guard progress.direction == direction else { return }
        last = progress
        let fraction = progress.fraction ?? 0
        stage.replace(with: "\(direction) \(Self.bar(fraction)) \(PlainText(progress))", isLast: fraction == 1)
    }

    /// A bar of 30 characters.
    static func bar(_ fraction: Double) -> String {
        let filled = Int(fraction * 30)
        return String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    }
}
