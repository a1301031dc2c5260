import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

extension ConnectionError {
    /// The error that the closure of a token refresh threw.
    var failedRefresh: (any Error)? {
        guard case .failed(let error)? = underlying as? TokenRefreshError else { return nil }
        return error
    }
}

/// A refresh that lasts until the test says how it ends, for each of its calls.
final class ScriptedRefresh: Sendable {
    private struct State {
        var calls: [AsyncThrowingStream<AccessToken, any Error>.Continuation] = []
        var cancelCount = 0
    }

    private let state = LockedValue(State())

    var wasCanceled: Bool { state.withLock(\.cancelCount) > 0 }

    @Sendable func run() async throws -> AccessToken {
        let (results, continuation) = AsyncThrowingStream.makeStream(of: AccessToken.self)
        state.withLock { $0.calls.append(continuation) }
        for try await token in results { return token }
        state.withLock { $0.cancelCount += 1 }
        throw CancellationError()
    }

    func hasBegun(_ count: Int = 1) async {
        await until { state.withLock { $0.calls.count } >= count }
    }

    func hasBeenCanceled(_ count: Int = 1) async {
        await until { state.withLock(\.cancelCount) >= count }
    }

    func succeed(_ token: AccessToken) { state.withLock(\.calls).last?.yield(token) }

    func fail(_ error: any Error) { state.withLock(\.calls).last?.finish(throwing: error) }
}

extension ScriptedConnector {
    /// Answers 200 to one token, and 401 to everything else.
    static func bearer(valid: String) -> ScriptedConnector {
        ScriptedConnector { _, request in
            request.headers[.authorization] == "Bearer \(valid)"
                ? .response(.text("ok")) : .response(.text("", statusCode: 401))
        }
    }

    /// The credentials of the requests so far.
    var tokens: [String] { requests.map { $0.headers[.authorization] ?? "none" } }
}

/// Runs all connections at the same time. Returns the errors of those that failed.
func failuresOfAll<Model: Sendable>(_ connections: [Connection<Model>]) async -> [ConnectionError] {
    await withTaskGroup(of: ConnectionError?.self) { group in
        for connection in connections { group.addTask { await failure(of: connection) } }
        return await group.reduce(into: []) { errors, error in
            if let error { errors.append(error) }
        }
    }
}
