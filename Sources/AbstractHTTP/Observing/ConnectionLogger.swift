import Foundation

/// Writes one line per event: each request as a `curl` command, each response, and the outcome. A ``Redaction`` removes
/// secrets.
///
/// Each line starts with the number of the generation, the attempt, and the seconds since its start, as in `#12.1
/// 0.250s received 200, 27 bytes`. This distinguishes the lines of concurrent connections. All loggers of a program
/// share the numbers, because several of them can write to one place.
///
/// ```swift
/// config.log = { line in print(line) }
/// ```
///
/// To redact other fields, or to log response bodies, add a logger with ``ConnectionConfig/addListener(_:)``.
public final class ConnectionLogger: Sendable {
    private struct Entry {
        let number: Int
        let watch: Stopwatch
        var attempt = 0
        /// Whether the trailers of the response have been written.
        var hasTrailers = false
    }

    /// The number of the last generation that any logger has seen.
    private static let lastNumber = LockedValue(0)

    private struct State {
        var running: [ObjectIdentifier: Entry] = [:]

        /// Returns the entry of a connection. Creates one with `watch` if the connection has no entry.
        mutating func entry(of id: ObjectIdentifier, _ watch: Stopwatch, addingAttempts count: Int) -> Entry {
            var entry = running[id] ?? Entry(number: ConnectionLogger.nextNumber(), watch: watch)
            entry.attempt += count
            if count > 0 { entry.hasTrailers = false }
            running[id] = entry
            return entry
        }
    }

    let write: @Sendable (String) -> Void
    private let ownRedaction: Redaction?
    private let maximumBodyBytes: Int
    private let state = LockedValue(State())

    /// Creates a logger.
    ///
    /// - Parameters:
    ///   - redaction: Which secrets are removed. Default: nil, which means the ``ConnectionConfig/redaction`` of the
    ///     connection.
    ///   - maximumBodyBytes: How many bytes of each response body are logged. Default: 0.
    ///   - write: Receives each line, on any thread.
    public init(
        redacting redaction: Redaction? = nil, maximumBodyBytes: Int = 0,
        _ write: @escaping @Sendable (String) -> Void
    ) {
        ownRedaction = redaction
        self.maximumBodyBytes = maximumBodyBytes
        self.write = write
    }

    private func redaction(of connection: any ConnectionTask) -> Redaction {
        ownRedaction ?? connection.config.redaction
    }

    private func entry(of connection: any ConnectionTask, addingAttempts count: Int = 0) -> Entry {
        // Created outside the lock, because it asks the clock of the user.
        let watch = Stopwatch(connection.config.clock)
        return state.withLock { $0.entry(of: ObjectIdentifier(connection), watch, addingAttempts: count) }
    }

    private static func nextNumber() -> Int {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    private func log(_ event: String, _ connection: any ConnectionTask, _ text: String = "") {
        let entry = entry(of: connection)
        let time = String(format: "%.3f", entry.watch.now / .seconds(1))
        let name = connection.identifier.map { "[\($0)] " } ?? ""
        let line = "#\(entry.number).\(max(entry.attempt, 1)) \(time)s \(name)\(event)"
        write((text.isEmpty ? line : "\(line) \(text)").inOneLine)
    }
}

extension ConnectionLogger: ConnectionObserver {
    /// Counts the attempt.
    public func willEncode(connection: any ConnectionTask) {
        _ = entry(of: connection, addingAttempts: 1)
    }

    /// Writes the request as a `curl` command.
    public func willSend(connection: any ConnectionTask, request: Request) {
        log("send", connection, "\(CurlCommand(request, redacting: redaction(of: connection)))")
    }
}

extension ConnectionLogger: ConnectionListener {
    /// Writes that the generation started.
    public func onStart(connection: any ConnectionTask, request: Request) {
        log("start", connection, "\(request)")
    }

    /// Writes that the generation ended, and the trailers of a response that was read as a stream.
    public func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        let trailers = entry(of: connection).hasTrailers ? [] : response.map { fields($0.trailers, connection) } ?? []
        log("end", connection, trailers.joined(separator: "; "))
        _ = state.withLock { $0.running.removeValue(forKey: ObjectIdentifier(connection)) }
    }
}

extension ConnectionLogger: ConnectionResponseListener {
    /// Writes the target of a redirect.
    public func onRedirect(connection: any ConnectionTask, redirect: Redirect) {
        log("redirect", connection, "\(redirect.response) to \(redirect.next)")
    }

    /// Writes the status, the size, the header fields, the trailers, and up to `maximumBodyBytes` of the body.
    public func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
        let fields = fields(response.headers, connection) + fields(response.trailers, connection)
        log("received", connection, ([response.description] + fields).joined(separator: "; "))
        if !response.trailers.isEmpty {
            state.withLock { $0.running[ObjectIdentifier(connection)]?.hasTrailers = true }
        }
        if maximumBodyBytes > 0, !response.data.isEmpty { log("body", connection, body(of: response, connection)) }
        return true
    }

    private func fields(_ headers: HTTPHeaders, _ connection: any ConnectionTask) -> [String] {
        let redaction = redaction(of: connection)
        return headers.map { "\($0.name): \(redaction.value(of: $0))" }
    }

    private func body(of response: Response, _ connection: any ConnectionTask) -> String {
        guard let data = redaction(of: connection).body(response.data, of: response.mediaType) else {
            return "\(response.data.count) bytes in which secrets cannot be told apart"
        }
        guard String(validUTF8: data) != nil else { return "\(data.count) bytes that are not UTF-8" }
        let rest = data.count - maximumBodyBytes
        let shown = String(decoding: data.prefix(maximumBodyBytes), as: UTF8.self)
        return rest > 0 ? "\(shown) … and \(rest) more bytes" : shown
    }

    /// Writes that the generation succeeded.
    public func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
        log("success", connection)
    }
}

extension ConnectionLogger: ConnectionErrorListener {
    /// Writes why the generation failed. The error body of the server is left out.
    public func afterError(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError
    ) {
        log(error.type == .canceled ? "cancel" : "failure", connection, "\(error.withoutBody)")
    }
}
