import AbstractHTTP
import AbstractHTTPPagination
import AbstractHTTPStreams
import AbstractHTTPTesting

/// What the app starts.
extension ModelProgram {
    /// A request, and its retries.
    func startSingle() -> String {
        let path = ["/kept/\(Int.random(in: 0..<3, using: &random))", "/fresh/0"].randomElement(using: &random) ?? ""
        let isPost = Int.random(in: 0..<4, using: &random) == 0
        let hasKey = Bool.random(using: &random)
        let caller = add(isPost ? "POST" : "GET")
        let spec = ModelSpec(
            caller: caller, path: path, method: isPost ? .post : .get, hasKey: hasKey, needsToken: needsToken)
        let connection = Connection(spec, config: config)
        caller.set { $0.restart = { connection.restart() } }
        run(caller) { [server] in server.report(caller.problem(withAwaited: try await connection.response())) }
        return "start \(caller) \(path)"
    }

    /// Requests that follow from the first one.
    func startFollowing() -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: startPolls()
        case 1: startList()
        case 2: startEvents()
        case 3: startListener()
        default: schedule()
        }
    }
}

extension ModelProgram {
    private func add(_ name: String) -> ModelCaller {
        lastCaller += 1
        let caller = ModelCaller(lastCaller, name, users)
        callers.append(caller)
        return caller
    }

    private func connection(_ caller: ModelCaller, _ path: String) -> Connection<String> {
        Connection(ModelSpec(caller: caller, path: path, needsToken: needsToken), config: config)
    }

    /// Runs the work of a caller until it ends or throws.
    private func run(_ caller: ModelCaller, _ work: @escaping @Sendable () async throws -> Void) {
        let task = Task { [server] in
            await ModelCaller.$current.withValue(caller) {
                do {
                    try await work()
                } catch {
                    server.report(caller.problem(with: error))
                }
            }
            caller.finish()
        }
        caller.set { $0.cancel = { task.cancel() } }
    }

    private func startPolls() -> String {
        let caller = add("poll")
        let polling = connection(caller, "/fresh/poll").polling(PollingInterval(.seconds(1)))
        run(caller) { [server] in
            var (polls, count) = (polling.makeAsyncIterator(), 0)
            while count < 4, let text = try await polls.next() {
                server.report(caller.problem(with: text))
                count += 1
            }
        }
        return "start \(caller)"
    }

    private func startList() -> String {
        let caller = add("list")
        let list = connection(caller, "/list").pages(next: .link)
        run(caller) { [server] in
            var (pages, count) = (list.makeAsyncIterator(), 0)
            while count < 4, let page = try await pages.next() {
                server.report(caller.problem(with: page.model))
                count += 1
                await caller.park()
            }
        }
        return "start \(caller)"
    }

    private func startEvents() -> String {
        let caller = add("event source")
        let source = EventSource(
            ModelSpec(caller: caller, path: "/events", needsToken: needsToken), config: config,
            reconnection: .init(backoff: .none, attempts: 5))
        run(caller) { [server] in
            var (events, count) = (source.makeAsyncIterator(), 0)
            while count < 4, let event = try await events.next() {
                server.report(caller.problem(with: event.data))
                count += 1
            }
        }
        return "start \(caller)"
    }

    /// A connection with a listener that restarts it.
    private func startListener() -> String {
        let caller = add("listener")
        let count = LockedValue(0)
        let polling = Polling(PollingInterval(.seconds(1))) { _ in
            count.withLock { count in
                count += 1
                return count >= 4
            }
        }
        let connection = connection(caller, "/fresh/listener")
        // First, because the other listener schedules the next request.
        report(connection, to: caller) { error in
            error.map { !$0.continuesPolling } ?? count.withLock { $0 >= 3 }
        }
        connection.addListener(polling)
        ModelCaller.$current.withValue(caller) { _ = connection.start() }
        return "start \(caller)"
    }

    /// A connection that starts later.
    private func schedule() -> String {
        let caller = add("scheduled start")
        let connection = connection(caller, "/fresh/scheduled")
        report(connection, to: caller) { _ in true }
        ModelCaller.$current.withValue(caller) { connection.restart(after: .seconds(1)) }
        return "start \(caller)"
    }

    /// Checks each end of a connection that nobody waits for.
    private func report(
        _ connection: Connection<String>, to caller: ModelCaller,
        until isLast: @escaping @Sendable (ConnectionError?) -> Bool
    ) {
        connection.addListener(
            EndListener { [server] text, error in
                server.report(text.flatMap { caller.problem(with: $0) })
                server.report(error.flatMap { caller.problem(with: $0) })
                if isLast(error) { caller.finish() }
            })
        caller.set { commands in
            commands.restart = { connection.restart() }
            commands.cancel = {
                connection.cancel()
                caller.finish()
            }
        }
    }
}

/// Hears of each end before the connection begins anew. A closure of the connection would wait for the main actor.
private final class EndListener: ConnectionListener {
    private let report: @Sendable (String?, ConnectionError?) -> Void

    init(_ report: @escaping @Sendable (String?, ConnectionError?) -> Void) { self.report = report }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) { report(responseModel as? String, error) }
}

extension ConnectionError {
    /// Whether polling continues after this error: a failure of the network, also of a refresh.
    fileprivate var continuesPolling: Bool {
        if type == .network || type == .timeout { return true }
        guard type == .authorization, case .failed(let error)? = underlying as? TokenRefreshError else { return false }
        return error is TransportError
    }
}
