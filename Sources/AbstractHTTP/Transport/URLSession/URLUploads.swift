/// Makes the uploads of a connector. A stream, which may be slow, is abandoned immediately when the task is canceled or
/// the connector is invalidated.
final class URLUploads: Sendable {
    private typealias Spooling = DetachableOperation<Result<URLUpload, any Error>>

    private struct State {
        var isInvalidated = false
        var spooling: [ObjectIdentifier: Spooling] = [:]
    }

    private let state = LockedValue(State())

    /// Throws the errors of ``URLUpload``, `CancellationError`, and ``TransportError/Kind/invalidated``.
    func makeUpload(of body: RequestBody?) async throws -> URLUpload {
        guard body?.isAtHand == false else { return try await URLUpload(body) }
        let work = try begin()
        defer { state.withLock { $0.spooling[ObjectIdentifier(work)] = nil } }
        let result = await work.valueUnlessCanceled { await Result(of: { try await URLUpload(body) }) }
        try Task.checkCancellation()
        guard let result else { throw TransportError(.invalidated) }
        return try result.get()
    }

    private func begin() throws(TransportError) -> Spooling {
        let work = Spooling()
        try state.withLock { state throws(TransportError) in
            guard !state.isInvalidated else { throw TransportError(.invalidated) }
            state.spooling[ObjectIdentifier(work)] = work
        }
        return work
    }

    /// Abandons the streams that are being written, and rejects new ones.
    func invalidate() {
        let spooling = state.withLock { state in
            state.isInvalidated = true
            return state.spooling
        }
        for work in spooling.values { work.abort() }
    }
}

extension RequestBody {
    /// Whether no part of the body is a stream.
    fileprivate var isAtHand: Bool {
        switch source {
        case .data, .file: true
        case .stream: false
        case .joined(let bodies): bodies.allSatisfy(\.isAtHand)
        }
    }
}
