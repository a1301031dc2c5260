import AbstractHTTP

/// Where a section prints what happens; it counts what differs from what was announced.
@MainActor
final class Stage {
    private(set) var differences = 0

    /// Prints a line.
    func say(_ text: String) {
        print("   \(text)")
    }

    /// Prints what `what` came to, and notes a difference when it is not `announced`.
    func expect<Value: Equatable>(_ what: String, _ value: Value, is announced: Value) {
        guard value != announced else { return say("\(what): \(value)") }
        fail("\(what): \(value), announced was \(announced)")
    }

    /// Prints how far something has come, as a bar.
    func show(_ progress: TransferProgress) {
        let filled = Int((progress.fraction ?? 0) * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        say("\(progress.direction) \(bar) \(progress.bytes) of \(progress.total.map(String.init) ?? "?") bytes")
    }

    /// Notes a difference.
    func fail(_ text: String) {
        differences += 1
        print(" ! \(text)")
    }
}
