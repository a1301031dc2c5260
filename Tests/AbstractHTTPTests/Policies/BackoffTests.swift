import AbstractHTTP
import AbstractHTTPTesting
import Testing

@Suite struct BackoffTests {
    @Test func theLimitGrowsByTheFactorUpToTheCap() {
        let backoff = Backoff(base: .milliseconds(100), factor: 3, cap: .seconds(2))

        #expect(
            (1...5).map(backoff.limit) == [
                .milliseconds(100), .milliseconds(300), .milliseconds(900), .seconds(2), .seconds(2),
            ])
    }

    @Test func theWaitIsAnywhereFromZeroToTheLimit() {
        let backoff = Backoff(base: .nanoseconds(3), cap: .nanoseconds(3))

        let waits = (1...100).map { backoff.delay(afterFailure: $0, random: .seeded(UInt64($0))) }

        #expect(Set(waits) == [.zero, .nanoseconds(1), .nanoseconds(2), .nanoseconds(3)])
    }

    @Test func generatorExtremesGiveTheWaitBounds() {
        let backoff = Backoff(base: .seconds(1), cap: .seconds(1))

        #expect(backoff.delay(afterFailure: 1, random: RandomSource { .max }) == .seconds(1))
        #expect(backoff.delay(afterFailure: 1, random: RandomSource { 0 }) == .zero)
    }

    @Test func withoutRandomnessTheWaitIsTheLimit() {
        let backoff = Backoff(base: .seconds(1), cap: .seconds(3), isRandom: false)

        #expect((1...3).map { backoff.delay(afterFailure: $0) } == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test(arguments: [
        Backoff(base: Duration(secondsComponent: .max, attosecondsComponent: 0), cap: .seconds(1)),
        Backoff(base: .seconds(1), factor: .max, cap: .seconds(1)),
        Backoff(base: .seconds(1e19), cap: .seconds(1)),
    ])
    func largeFailureCountsAreCapped(backoff: Backoff) {
        #expect(backoff.limit(afterFailure: .max) == .seconds(1))
    }

    @Test func negativeBaseOrCapMeansNoWait() {
        #expect(Backoff(base: .seconds(-1)).limit(afterFailure: 9) == .zero)
        #expect(Backoff(cap: .seconds(-1)).limit(afterFailure: 9) == .zero)
        #expect(Backoff(factor: -2).limit(afterFailure: 9) == .milliseconds(200))
        #expect(Backoff().limit(afterFailure: .min) == .milliseconds(200))
    }

    @Test func theSeededGeneratorGivesThePublishedNumbers() {
        var generator = SplitMix64(seed: 0)

        #expect([generator.next(), generator.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
    }
}
