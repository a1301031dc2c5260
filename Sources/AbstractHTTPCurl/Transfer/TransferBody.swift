import AbstractHTTP
import Foundation

/// The body of a response, for its reader. Releasing it before the end ends the transfer.
final class TransferBody: AbortableSource {
    private let transfer: Transfer
    private let loop: CurlLoop
    /// Whether canceling the task that reads ends the transfer.
    private let isCancelled: Bool

    init(_ transfer: Transfer, _ loop: CurlLoop, isCancelled: Bool = true) {
        self.transfer = transfer
        self.loop = loop
        self.isCancelled = isCancelled
    }

    deinit {
        if !transfer.hasEnded { loop.post(.cancel(transfer)) }
    }

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await nextUnlessAborted()
        } onCancel: {
            if isCancelled { loop.post(.cancel(transfer)) }
        }
    }

    func nextUnlessAborted() async throws -> Data? {
        try await transfer.next(isHere: loop.isHere) { loop.post(.resume(transfer)) }
    }

    func abort() { loop.leave(transfer) }

    func stopReadingAhead() { transfer.stopReadingAhead() }
}
