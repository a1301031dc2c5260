import Testing

/// Runs tests that compute for a long time on one thread that they share, one after another.
///
/// The threads of the concurrency runtime are as many as the cores. If such tests held all of them, no other test would
/// continue, and a request of another test would run out of time.
package struct LongComputation: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    #if os(Linux)
        private static let thread = OneThread()
    #endif

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        #if os(Linux)
            try await withTaskExecutorPreference(Self.thread) { try await function() }
        #else
            try await function()
        #endif
    }
}

extension Trait where Self == LongComputation {
    /// For tests that compute for a long time without waiting for anything.
    package static var longComputation: Self { Self() }
}
