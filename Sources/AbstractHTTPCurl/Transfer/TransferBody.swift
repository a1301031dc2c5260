import AbstractHTTP
import Foundation

/// The body of a response, for its reader: letting go of it before the end ends the transfer.
final class TransferBody: LeavableSource {
    private let transfer: Transfer
    private let loop: CurlLoop
    /// Whether cancelling the task that reads ends the transfer.
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
            try await nextUnlessLeft()
        } onCancel: {
            if isCancelled { loop.post(.cancel(transfer)) }
        }
    }

    func nextUnlessLeft() async throws -> Data? {
        try await transfer.next(isHere: loop.isHere) { loop.post(.resume(transfer)) }
    }

    func abandon() { loop.leave(transfer) }
}
