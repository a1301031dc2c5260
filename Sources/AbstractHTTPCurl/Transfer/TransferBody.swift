import AbstractHTTP
import Foundation

/// The body of a response, for its reader: letting go of it before the end ends the transfer.
final class TransferBody: ChunkSource {
    private let transfer: Transfer
    private let loop: CurlLoop

    init(_ transfer: Transfer, _ loop: CurlLoop) {
        self.transfer = transfer
        self.loop = loop
    }

    deinit {
        if !transfer.hasEnded { loop.post(.cancel(transfer)) }
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await transfer.next { loop.post(.resume(transfer)) }
        } onCancel: {
            loop.post(.cancel(transfer))
        }
    }
}
