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

    /// Notes a difference.
    func fail(_ text: String) {
        differences += 1
        print(" ! \(text)")
    }
}
