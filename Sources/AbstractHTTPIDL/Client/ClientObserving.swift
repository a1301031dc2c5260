import AbstractHTTP

/// Tells the observers of a client what a connection does.
final class ClientObserving: ConnectionObserver, ConnectionResponseListener, ConnectionErrorListener {
    private let request: ObservedRequest?
    private let requestObservers: [any HTTPRequestObserver]
    private let responseObservers: [any HTTPResponseObserver]

    init(
        _ request: ObservedRequest?, _ requestObservers: [any HTTPRequestObserver],
        _ responseObservers: [any HTTPResponseObserver]
    ) {
        self.request = request
        self.requestObservers = requestObservers
        self.responseObservers = responseObservers
    }

    func willEncode(connection: any ConnectionTask) { tell { $0.willEncode(request: $1) } }

    func didEncode(connection: any ConnectionTask, request encoded: Request) {
        tell { $0.didEncode(request: $1, encoded: encoded) }
    }

    func willSend(connection: any ConnectionTask, request encoded: Request) { tell { $0.willSend(request: $1) } }

    func didSend(connection: any ConnectionTask, request encoded: Request, response: HTTPResponse?) {
        tell { $0.didSend(request: $1) }
    }

    private func tell(_ event: (any HTTPRequestObserver, any IDLRequest) -> Void) {
        guard let request else { return }
        for observer in requestObservers { event(observer, request) }
    }

    func onReceived(connection: any ConnectionTask, response: HTTPResponse) -> Bool {
        for observer in responseObservers { observer.receive(rawResponse: response) }
        return true
    }

    func willDecode(connection: any ConnectionTask, response: HTTPResponse) {
        for observer in responseObservers { observer.willDecode(rawResponse: response) }
    }

    func didDecode(connection: any ConnectionTask, response: HTTPResponse, responseModel: any Sendable) {
        guard let decoded = responseModel as? any IDLResponse else { return }
        for observer in responseObservers { observer.didDecode(rawResponse: response, decodedResponse: decoded) }
    }

    func afterError(
        connection: any ConnectionTask, response: HTTPResponse?, responseModel: (any Sendable)?, error: ConnectionError
    ) {
        for observer in responseObservers { observer.receive(error: error) }
    }
}
