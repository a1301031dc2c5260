import Testing

@testable import AbstractHTTP

/// The transitions of the state machine, one by one.
@Suite struct LifecycleTests {
    @Test func aFreshLifecycleIsIdleAndHasNoStep() {
        var life = Lifecycle()

        #expect(life.phase == .idle)
        #expect(life.nextStep() == nil)
        #expect(!life.allows(0))
    }

    @Test(arguments: [Lifecycle.Source.spec, .lastRequest])
    func startWhenIdleOpensAGeneration(source: Lifecycle.Source) {
        var life = Lifecycle()

        #expect(life.start(source) == .opened)

        #expect(life.phase == .running(1))
        #expect(life.generation == 1)
        #expect(life.nextStep() == .open(1, source))
        #expect(life.nextStep() == .attempt(1, source))
        #expect(life.nextStep() == nil)
    }

    @Test func startWhileRunningReplacesTheAttempt() {
        var life = running()

        #expect(life.start(.lastRequest) == .replaced)

        #expect(life.phase == .running(2))
        #expect(life.generation == 1)
        #expect(!life.allows(1))
        #expect(life.nextStep() == .attempt(2, .lastRequest))
    }

    @Test func lastOfManyStartsBecomesTheAttempt() {
        var life = running()

        _ = life.start(.spec)
        _ = life.start(.lastRequest)
        _ = life.start(.spec)

        #expect(life.nextStep() == .attempt(4, .spec))
        #expect(life.nextStep() == nil)
    }

    @Test func startWhileEndingIsRememberedAndOpensAfterTheEnd() {
        var life = running()
        _ = life.commit(1)

        #expect(life.start(.lastRequest) == .remembered)
        #expect(life.nextStep() == nil)
        #expect(life.end() == true)

        #expect(life.phase == .running(2))
        #expect(life.generation == 2)
        #expect(life.nextStep() == .open(2, .lastRequest))
        #expect(life.nextStep() == .attempt(2, .lastRequest))
    }

    @Test func cancelWhenIdleDoesNothing() {
        var life = Lifecycle()

        #expect(life.cancel() == false)

        #expect(life.phase == .idle)
        #expect(life.nextStep() == nil)
    }

    @Test func cancelWhileRunningEndsAtOnceAndIsDeliveredOnce() {
        var life = running()

        #expect(life.cancel() == true)

        #expect(life.phase == .ending(2))
        #expect(!life.allows(1))
        #expect(life.commit(1) == false)
        #expect(life.nextStep() == .deliverCancel)
        #expect(life.nextStep() == nil)
    }

    @Test func cancelBeforeTheFirstStepStillOpens() {
        var life = Lifecycle()
        _ = life.start(.lastRequest)

        #expect(life.cancel() == true)

        #expect(life.nextStep() == .open(2, .lastRequest))
        #expect(life.nextStep() == .deliverCancel)
        #expect(life.nextStep() == nil)
    }

    @Test func cancelWhileEndingIsTooLate() {
        var life = running()
        _ = life.commit(1)

        #expect(life.cancel() == false)

        #expect(life.phase == .ending(1))
        #expect(life.nextStep() == nil)
    }

    @Test func cancelOfAnAttemptThatIsNotCurrentDoesNothing() {
        var life = running()
        _ = life.start(.spec)

        #expect(life.cancel(attempt: 1) == false)
        #expect(life.phase == .running(2))
        #expect(life.cancel(attempt: 2) == true)
        #expect(life.nextStep() == .deliverCancel)
    }

    @Test func onlyTheCurrentAttemptCommitsAndOnce() {
        var life = running()

        #expect(life.commit(7) == false)
        #expect(life.commit(1) == true)
        #expect(life.commit(1) == false)
        #expect(life.phase == .ending(1))
        #expect(life.allows(1))
        #expect(!life.isRunning(1))
    }

    @Test func recoveryGetsAnAttemptOnlyForTheCurrentOne() {
        var life = running()

        #expect(life.recover(7, .spec) == false)
        #expect(life.recover(1, .lastRequest) == true)

        #expect(life.phase == .running(2))
        #expect(life.nextStep() == .attempt(2, .lastRequest))
        #expect(life.recover(1, .spec) == false)
    }

    @Test func recoveryAfterACommitDoesNothing() {
        var life = running()
        _ = life.commit(1)

        #expect(life.recover(1, .spec) == false)
        #expect(life.nextStep() == nil)
    }

    @Test func expiredAttemptIsReplacedByAFailure() {
        var life = running()

        #expect(life.expire(Self.attemptExpiry, 7) == false)
        #expect(life.expire(Self.attemptExpiry, 1) == true)

        #expect(!life.allows(1))
        #expect(life.isExpiring)
        #expect(life.nextStep() == .expire(2, Self.attemptExpiry))
        #expect(!life.isExpiring)
        #expect(life.commit(2) == true)
    }

    @Test func totalExpiryAppliesOnlyToItsGeneration() {
        var life = running()
        _ = life.recover(1, .spec)

        #expect(life.expire(Self.totalExpiry, 0) == false)
        #expect(life.expire(Self.totalExpiry, 1) == true)

        #expect(life.nextStep() == .expire(3, Self.totalExpiry))
    }

    @Test func expiryOfAnEndedGenerationIsIgnored() {
        var life = running()
        _ = life.commit(1)
        #expect(life.expire(Self.totalExpiry, 1) == false)
        _ = life.end()
        #expect(life.expire(Self.totalExpiry, 1) == false)
        _ = life.start(.spec)

        #expect(life.expire(Self.totalExpiry, 1) == false)
    }

    @Test func expiryBeforeOpeningStillOpensFirst() {
        var life = Lifecycle()
        _ = life.start(.spec)

        #expect(life.expire(Self.totalExpiry, 1) == true)

        #expect(life.nextStep() == .open(2, .spec))
        #expect(life.nextStep() == .expire(2, Self.totalExpiry))
        #expect(life.nextStep() == nil)
    }

    @Test func commandRevokesTheExpiry() {
        var (restarted, canceled) = (running(), running())
        _ = restarted.expire(Self.attemptExpiry, 1)
        _ = canceled.expire(Self.attemptExpiry, 1)

        #expect(restarted.start(.spec) == .replaced)
        #expect(canceled.cancel() == true)

        #expect(restarted.nextStep() == .attempt(3, .spec))
        #expect(canceled.nextStep() == .deliverCancel)
        #expect(restarted.nextStep() == nil && canceled.nextStep() == nil)
    }

    private static let attemptExpiry = Lifecycle.Expiry(clock: .attempt, limit: .seconds(1))
    private static let totalExpiry = Lifecycle.Expiry(clock: .total, limit: .seconds(1))

    @Test func endBecomesIdleOnlyAfterEnding() {
        var life = running()

        #expect(life.end() == false)
        #expect(life.phase == .running(1))
        _ = life.commit(1)
        #expect(life.end() == false)
        #expect(life.phase == .idle)
    }

    @Test func pendingStartIsClearedOnceOpened() {
        var life = running()
        _ = life.commit(1)
        _ = life.start(.spec)
        _ = life.end()
        _ = life.commit(2)

        #expect(life.end() == false)
    }

    /// A lifecycle whose first attempt is under way.
    private func running() -> Lifecycle {
        var life = Lifecycle()
        _ = life.start(.spec)
        _ = life.nextStep()
        _ = life.nextStep()
        return life
    }
}
