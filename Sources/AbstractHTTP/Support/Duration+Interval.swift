import Foundation

extension Duration {
    /// A number of seconds: zero if it is negative or not a number, and at most ``Deadlines/never``.
    package init(interval: TimeInterval) {
        guard interval > 0 else {
            self = .zero
            return
        }
        self = Swift.min(.seconds(Swift.min(interval, 1e12)), Deadlines.never)
    }

    /// The maximum wait, ten years. A longer one could overflow a clock.
    package static let longestWait = Duration.seconds(10 * 365 * 86_400)
}
