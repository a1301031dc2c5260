/// Writes one line per event to a log: the request without the parts of its URL that may be secret, and never a header.
final class ConnectionLogger: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
    private let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    func onStart(connection: any ConnectionTask, request: Request) {
        write("start \(request)")
    }

    func onRedirect(connection: any ConnectionTask, redirect: Redirect) {
        write("redirect \(redirect.response) to \(redirect.next)")
    }

    func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        write("received \(response)")
        return true
    }

    func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
        write("success")
    }

    func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) {
        write("\(error.type) \(error.request)")
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        write("end")
    }
}
