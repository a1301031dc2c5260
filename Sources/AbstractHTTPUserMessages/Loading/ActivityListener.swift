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

    /// Returns nil if the request has neither a message nor controls.
    nonisolated init?(
        _ message: LoadMessage?, _ controls: [any ConnectionControl], _ messages: LoadMessages, _ bound: BoundControls
    ) {
        guard message != nil || !controls.isEmpty else { return nil }
        (self.message, self.controls, self.messages, self.bound) = (message, controls, messages, bound)
        number = messages.nextNumber()
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

extension LoadMessages {
    /// Returns the listener that shows one request, or nil if it has neither a message nor controls.
    package nonisolated func listener(
        showing message: LoadMessage?, in controls: [any ConnectionControl], _ bound: BoundControls
    ) -> (any ConnectionEventListener)? {
        ActivityListener(message, controls, self, bound)
    }
}
