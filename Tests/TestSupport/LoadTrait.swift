import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that need the whole machine for a while, so that other tests would run out of time beside them.
    public static var load: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["ABSTRACTHTTP_LOAD"] != nil,
            "needs the whole machine: ABSTRACTHTTP_LOAD=1 swift test --filter LoadTests")
    }
}

/// How much the load tests do: a fifth in CI, and everything in `Tests/Scripts/long-checks`.
public enum LoadTests {
    /// Whether they do everything, however long it takes: `ABSTRACTHTTP_LOAD=whole`.
    public static var isWhole: Bool { ProcessInfo.processInfo.environment["ABSTRACTHTTP_LOAD"] == "whole" }

    /// How many of `count` rounds or requests a test makes.
    public static func part(of count: Int) -> Int { isWhole ? count : count / 5 }
}
