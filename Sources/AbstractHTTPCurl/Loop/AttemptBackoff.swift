/// When to try again what is in vain at times. The first attempt in vain is followed by one at the next chance, the
/// others at the second, the fourth and so on; each attempt that was not in vain takes one off that.
struct AttemptBackoff: Sendable {
    /// Until how many chances the next attempt is due, and how many the next attempt in vain makes it.
    private var left = 0
    private var next = 1

    /// After how many chances it is tried at the latest.
    static let longest = 64

    var isDue: Bool { left == 0 }

    /// There is a chance.
    mutating func countDown() { left = max(0, left - 1) }

    /// It was tried.
    mutating func note(isVain: Bool) {
        if isVain { left = next }
        next = isVain ? min(next * 2, Self.longest) : max(next - 1, 1)
    }
}
