import Foundation

/// Counts the bytes of one exchange, and hands the newest count to who listens.
final class ProgressMeter: Sendable {
    private struct State {
        /// What was not handed out: at most one for each direction.
        var upload: TransferProgress?
        var download: TransferProgress?
        var received = 0
        var isOpen = false
        var reader: Promise<Void>?

        mutating func take() -> TransferProgress? {
            if let progress = upload {
                upload = nil
                return progress
            }
            defer { download = nil }
            return download
        }
    }

    private let uploadTotal: Int?
    private let state = Guarded(State())

    init(uploadTotal: Int?) {
        self.uploadTotal = uploadTotal
    }

    /// `bytes` of the request's body have been sent so far.
    func noteSent(_ bytes: Int) {
        wake { $0.upload = TransferProgress(direction: .upload, bytes: bytes, total: uploadTotal) }
    }

    /// `bytes` more of the response's body, of `total`, have come.
    func noteReceived(_ bytes: Int, of total: Int?) {
        wake { state in
            state.received += bytes
            state.download = TransferProgress(direction: .download, bytes: state.received, total: total)
        }
    }

    /// Hands out counts from now on; what comes while it is closed is kept.
    func open() {
        wake { $0.isOpen = true }
    }

    /// Ends the handing out with what has come so far.
    func close() {
        wake { $0.isOpen = false }
    }

    /// The newest count that was not handed out; nil when it is closed and there is none.
    func next() async -> TransferProgress? {
        while true {
            let reader = Promise<Void>()
            let step: TransferProgress?? = state.withLock { state in
                if let progress = state.take() { return .some(progress) }
                if !state.isOpen { return .some(nil) }
                state.reader = reader
                return nil
            }
            if let step { return step }
            await reader.value()
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.fulfil(())
    }
}

extension ResponseStream {
    /// The response, its body counted by `meter` while it is read.
    func metered(by meter: ProgressMeter) -> ResponseStream {
        var stream = self
        stream.body = ResponseBody(MeteredSource(body.makeSource(), meter, headers.bodyLength))
        return stream
    }
}

private final class MeteredSource: ChunkSource {
    private let source: any ChunkSource
    private let meter: ProgressMeter
    private let total: Int?

    init(_ source: any ChunkSource, _ meter: ProgressMeter, _ total: Int?) {
        self.source = source
        self.meter = meter
        self.total = total
    }

    func next() async throws -> Data? {
        let chunk = try await source.next()
        if let chunk, !chunk.isEmpty { meter.noteReceived(chunk.count, of: total) }
        return chunk
    }
}
