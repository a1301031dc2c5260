import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A body whose chunks a test sends; it does not listen to cancellation.
package final class ScriptedBody: ChunkSource {
    private struct State {
        var chunks: [Data] = []
        var end: Result<Void, any Error>?
        var readers = 0
        var reader: Promise<Void>?
        var waits = ThresholdWaiters()
    }

    private let state = LockedValue(State())

    package init() {}

    package func send(_ texts: String...) {
        wake { $0.chunks += texts.map { Data($0.utf8) } }
    }

    package func finish(throwing error: (any Error)? = nil) {
        wake { $0.end = error.map(Result.failure) ?? .success(()) }
    }

    /// Waits until `next()` has found nothing `count` times.
    package func waitForReaders(_ count: Int) async {
        await state.withLock { $0.waits.wait(for: count, present: $0.readers) }?.value()
    }

    package func next() async throws -> Data? {
        while true {
            let (ready, reader, reached) = take()
            if let ready { return try ready.get() }
            for promise in reached { promise.fulfill(()) }
            await reader.value()
        }
    }

    private func take() -> (Result<Data?, any Error>?, Promise<Void>, [Promise<Void>]) {
        let reader = Promise<Void>()
        return state.withLock { state in
            if !state.chunks.isEmpty { return (.success(state.chunks.removeFirst()), reader, []) }
            if let end = state.end { return (end.map { nil }, reader, []) }
            state.reader = reader
            state.readers += 1
            return (nil, reader, state.waits.reached(state.readers))
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.fulfill(())
    }
}
