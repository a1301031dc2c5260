/// A source of random numbers: the system, or a seeded generator in tests.
///
/// ```swift
/// config.random = RandomSource { generator.next() }
/// ```
public struct RandomSource: Sendable {
    /// The random number generator of the system.
    public static let system = RandomSource {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    private let draw: @Sendable () -> UInt64

    /// Creates a source from a closure that returns numbers evenly distributed over all of `UInt64`. The closure is
    /// called from any thread.
    public init(_ draw: @escaping @Sendable () -> UInt64) {
        self.draw = draw
    }

    /// Returns the next number.
    public func next() -> UInt64 { draw() }

    /// Returns a random duration from zero through `limit`, in whole nanoseconds.
    public func duration(upTo limit: Duration) -> Duration {
        // Use the high half of a product, not a remainder, so that all numbers are equally likely on every platform.
        .nanoseconds(Int64(next().multipliedFullWidth(by: UInt64(limit.wholeNanoseconds) + 1).high))
    }
}

extension Duration {
    /// The nanoseconds, from 0 to the largest `Int64`.
    var wholeNanoseconds: Int64 {
        // Compare first, because a duration may have more seconds than its components can hold.
        guard self > .zero else { return 0 }
        guard self < .nanoseconds(Int64.max) else { return .max }
        return components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
