import Foundation

extension Duration {
    /// So many seconds: none for what is not a number, and no more than ``Deadlines/never``.
    package init(interval: TimeInterval) {
        guard interval > 0 else {
            self = .zero
            return
        }
        self = Swift.min(.seconds(Swift.min(interval, 1e12)), Deadlines.never)
    }
}
