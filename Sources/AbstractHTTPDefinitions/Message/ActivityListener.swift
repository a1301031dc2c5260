import AbstractHTTP

/// Updates the load message and the controls of a request.
@MainActor
final class ActivityListener: ConnectionListener, ConnectionProgressListener {
    private let message: LoadMessage?
    private let number: Int
    private let messages: LoadMessages
    private let controls: [any ConnectionControl]
    private let bound: BoundControls
    private var indicators: [ConnectionIndicator] = []

    /// Returns nil if the context has neither a message nor controls.
    nonisolated init?(_ context: RequestContext, identifier: String, _ messages: LoadMessages, _ bound: BoundControls) {
        guard context.loadMessage != nil || !context.bindControls.isEmpty else { return nil }
        message = context.loadMessage.map {
            LoadMessage(id: identifier, text: $0, isModal: context.loadMessageShownModal)
        }
        controls = context.bindControls
        (self.messages, self.bound, number) = (messages, bound, messages.nextNumber())
    }

    func onStart(connection: any ConnectionTask, request: Request) {
        indicators = controls.map(bound.indicator)
        if let message { indicators.append(messages.begin(message, number: number)) }
        for indicator in indicators { indicator.onStart(connection: connection, request: request) }
    }

    func onProgress(connection: any ConnectionTask, progress: TransferProgress) {
        for indicator in indicators { indicator.onProgress(connection: connection, progress: progress) }
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        for indicator in indicators {
            indicator.onEnd(connection: connection, response: response, responseModel: responseModel, error: error)
        }
        indicators = []
        if let message { messages.end(message, number: number) }
    }
}
