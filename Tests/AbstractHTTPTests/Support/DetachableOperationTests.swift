import Testing

@testable import AbstractHTTP

@Suite(.timeLimit(.minutes(5))) struct DetachableOperationTests {
    /// The task of the operation may start after the abort.
    @Test func abortedOperationDoesNotBegin() async {
        let (work, hasBegun) = (DetachableOperation<Int>(), LockedValue(false))

        work.abort()
        await work.run {
            hasBegun.withLock { $0 = true }
            return 1
        }

        #expect(!hasBegun.withLock { $0 })
    }

    @Test func operationReturnsItsValue() async {
        let value = await DetachableOperation<Int>().value { 1 }

        #expect(value == 1)
    }
}
