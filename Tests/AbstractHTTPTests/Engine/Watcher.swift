import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport

/// A policy that is asked before all others, and gives up.
struct AskedPolicy: RequestAdapter {
    let probe: Probe
    let clock: ManualClock

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        try await probe.waitAndCheck("prepare", clock)
        return request
    }

    func recovery(from failure: RecoveryContext) async -> Recovery {
        await probe.wait("recovery", clock)
        return .giveUp
    }
}

/// Every call of every listener.
final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener,
    ConnectionProgressListener, ConnectionObserver
{
    private let probe: Probe
    private let clock: ManualClock

    init(_ probe: Probe, _ clock: ManualClock) {
        self.probe = probe
        self.clock = clock
    }

    func onStart(connection: any ConnectionTask, request: Request) async { await probe.wait("onStart", clock) }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) async { await probe.wait("onEnd", clock) }

    func onRedirect(connection: any ConnectionTask, redirect: Redirect) async {
        await probe.wait("onRedirect", clock)
    }

    func onReceived(connection: any ConnectionTask, response: Response) async -> Bool {
        await probe.wait("onReceived", clock)
    }

    func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) async -> Bool {
        await probe.wait("onReceivedModel", clock)
    }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) async {
        await probe.wait("afterSuccess", clock)
    }

    func onNetworkError(connection: any ConnectionTask, error: (any Error)?) async {
        await probe.wait("onNetworkError", clock)
    }

    func onResponseError(connection: any ConnectionTask, response: Response) async {
        await probe.wait("onResponseError", clock)
    }

    func onParseError(connection: any ConnectionTask, response: Response, error: any Error) async {
        await probe.wait("onParseError", clock)
    }

    func onValidationError(
        connection: any ConnectionTask, response: Response, responseModel: any Sendable
    ) async { await probe.wait("onValidationError", clock) }

    func onCanceled(connection: any ConnectionTask) async { await probe.wait("onCanceled", clock) }

    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) async { await probe.wait("afterError", clock) }

    func onProgress(connection: any ConnectionTask, progress: TransferProgress) async {
        await probe.wait("onProgress", clock)
    }

    func willEncode(connection: any ConnectionTask) async { await probe.wait("willEncode", clock) }

    func didEncode(connection: any ConnectionTask, request: Request) async { await probe.wait("didEncode", clock) }

    func willSend(connection: any ConnectionTask, request: Request) async { await probe.wait("willSend", clock) }

    func didSend(connection: any ConnectionTask, request: Request, response: Response?) async {
        await probe.wait("didSend", clock)
    }

    func willDecode(connection: any ConnectionTask, response: Response) async {
        await probe.wait("willDecode", clock)
    }

    func didDecode(connection: any ConnectionTask, response: Response, responseModel: any Sendable) async {
        await probe.wait("didDecode", clock)
    }
}
