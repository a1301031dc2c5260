/// Writes one line per event: each request as a `curl` command, what came of it, and how the connection ended; without what a
/// ``Redaction`` leaves out.
///
/// ```swift
/// config.log = { line in print(line) }
/// ```
///
/// To leave out other things, add one by hand with ``ConnectionConfig/addLogger(_:)``.
public final class ConnectionLogger: Sendable {
    private let redaction: Redaction
    private let write: @Sendable (String) -> Void

    /// Makes a log.
    ///
    /// - Parameter write: Takes each line, from any thread.
    public init(redacting redaction: Redaction = Redaction(), _ write: @escaping @Sendable (String) -> Void) {
        self.redaction = redaction
        self.write = write
    }

    private func log(_ event: String, _ connection: any ConnectionTask, _ text: String = "") {
        let name = connection.identifier.map { "[\($0)] " } ?? ""
        write((text.isEmpty ? "\(name)\(event)" : "\(name)\(event) \(text)").inOneLine)
    }
}

extension ConnectionLogger: ConnectionObserver {
    /// Writes the request as a command.
    public func willSend(connection: any ConnectionTask, request: Request) {
        log("send", connection, "\(CurlCommand(request, redacting: redaction))")
    }
}

extension ConnectionLogger: ConnectionListener {
    /// Writes that a generation begins.
    public func onStart(connection: any ConnectionTask, request: Request) {
        log("start", connection, "\(request)")
    }

    /// Writes that it has ended.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        log("end", connection)
    }
}

extension ConnectionLogger: ConnectionResponseListener {
    /// Writes where a redirect leads.
    public func onRedirect(connection: any ConnectionTask, redirect: Redirect) {
        log("redirect", connection, "\(redirect.response) to \(redirect.next)")
    }

    /// Writes the status, the size and the header fields.
    public func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        let fields = response.headers.map { "\($0.name): \(redaction.value(of: $0))" }
        log("received", connection, ([response.description] + fields).joined(separator: "; "))
        return true
    }

    /// Writes that it has succeeded.
    public func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
        log("success", connection)
    }
}

extension ConnectionLogger: ConnectionErrorListener {
    /// Writes why it has failed, without what the server says about that.
    public func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) {
        var shown = error
        shown.failureModel = nil
        // What a decoder complains of, it quotes.
        if error.type == .parse { shown.underlying = nil }
        log(error.type == .canceled ? "cancel" : "failure", connection, "\(shown)")
    }
}

extension ConnectionConfig {
    /// Has `logger` write down what the connections of this config do.
    public mutating func addLogger(_ logger: ConnectionLogger) { listeners.add(logger) }
}

extension String {
    /// The text with what ends a line, or steers a terminal, escaped.
    fileprivate var inOneLine: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: text += scalar.escaped(asASCII: true)
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
