import AbstractHTTP

/// A random number generator that returns the same numbers for the same seed on every platform (Steele, Lea, and Flood,
/// 2014).
///
/// ```swift
/// config.random = .seeded(1)
/// ```
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator from a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RandomSource {
    /// Creates a source that returns the numbers of a ``AbstractHTTPTesting/SplitMix64``.
    public static func seeded(_ seed: UInt64) -> RandomSource {
        let generator = LockedValue(SplitMix64(seed: seed))
        return RandomSource { generator.withLock { $0.next() } }
    }
}
