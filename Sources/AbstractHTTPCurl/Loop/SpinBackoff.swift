/// Decides when to spin again. Each spin that times out doubles the number of chances until the next one, up to
/// ``longest``. Each spin that succeeds subtracts one from that number.
struct SpinBackoff: Sendable {
    /// How many chances are left until the next spin, and how many there are after the next one that times out.
    private var left = 0
    private var next = 1

    /// The largest number of chances between two spins.
    static let longest = 64

    var isDue: Bool { left == 0 }

    /// Call at each chance to spin.
    mutating func countDown() { left = max(0, left - 1) }

    /// Call after each spin.
    mutating func note(timedOut: Bool) {
        if timedOut { left = next }
        next = timedOut ? min(next * 2, Self.longest) : max(next - 1, 1)
    }
}
