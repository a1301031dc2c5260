import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Listeners whose models are `Any`, as the ancestor writes them.
@Suite(.timeLimit(.minutes(5))) struct UntypedListenerTests {
    @Test func endIsReceived() async throws {
        let listener = UntypedListener()

        _ = try await HTTP("https://api.example.com/").asString(config: .ok).addListener(listener).response()

        #expect(listener.events == ["onReceivedModel ok", "afterSuccess ok", "onEnd ok"])
    }

    @Test func modelCanBeRejected() async {
        let listener = UntypedListener(accepts: false)

        let error = await failure(of: HTTP("https://api.example.com/").asString(config: .ok).addListener(listener))

        #expect(error?.type == .validation)
        #expect(
            listener.events == ["onReceivedModel ok", "onValidationError ok", "afterError ok", "onEnd ok"])
    }

    @Test func typedMethodIsPreferred() async throws {
        let listener = TwofoldListener()

        _ = try await HTTP("https://api.example.com/").asString(config: .ok).addListener(listener).response()

        #expect(listener.events == ["typed"])
    }
}

private final class UntypedListener: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
    private let accepts: Bool
    private let log = LockedValue<[String]>([])
    var events: [String] { log.withLock { $0 } }

    init(accepts: Bool = true) { self.accepts = accepts }

    private func note(_ event: String, _ model: Any?) { log.change { $0.append("\(event) \(model ?? "nil")") } }

    func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool {
        note("onReceivedModel", responseModel)
        return accepts
    }

    func afterSuccess(connection: any ConnectionTask, responseModel: Any) { note("afterSuccess", responseModel) }

    func onValidationError(connection: any ConnectionTask, response: Response, responseModel: Any) {
        note("onValidationError", responseModel)
    }

    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError
    ) { note("afterError", responseModel) }

    func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?) {
        note("onEnd", responseModel)
    }
}

private final class TwofoldListener: ConnectionListener {
    private let log = LockedValue<[String]>([])
    var events: [String] { log.withLock { $0 } }

    func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?) {
        log.change { $0.append("untyped") }
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) { log.change { $0.append("typed") } }
}
