import AbstractHTTPTesting

extension ManualClock {
    /// Advances the clock to the end of each of the next waits. Returns how long they were.
    package func passWaits(_ count: Int) async -> [Duration] {
        var waits: [Duration] = []
        for _ in 0..<count {
            await waitForSleepers()
            let wait = remainingSleeps.min() ?? .zero
            waits.append(wait)
            advance(by: wait)
        }
        return waits
    }
}
