import AbstractHTTP

/// A rule for every connector, with a way to check it against a real server.
///
/// Run all rules in a test of your connector. If it uses URLSession, run only those with ``isKeptByURLSession``. Each
/// rule starts its own ``LoopbackServer``.
///
/// ```swift
/// @Test(arguments: ConformanceCase.all) func myConnectorKeepsTheRules(_ rule: ConformanceCase) async throws {
///     try await rule.check(MyConnector())
/// }
/// ```
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// The rule, as a sentence. It is unique.
    public let name: String
    private let body: @Sendable (ConformanceProbe) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (ConformanceProbe) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// All rules.
    public static let all: [ConformanceCase] =
        methods + targets + requestHeaders + requestBodies + responseHeads + responseBodies + responseFraming
        + connections
        + faults + cancels

    /// Checks the rule with a connector that nothing else uses.
    ///
    /// Throws ``ConformanceFailure`` if the connector breaks the rule or takes longer than `limit` (default: 20
    /// seconds) on `clock`.
    public func check(
        _ connector: some HTTPConnector, limit: Duration = .seconds(20), clock: some Clock<Duration> = ContinuousClock()
    ) async throws {
        let outcome = Promise<Result<Void, any Error>>()
        let probe = try ConformanceProbe(connector)
        defer { probe.server.stop() }
        let running = Task { [body] in
            do {
                try await body(probe)
                outcome.fulfill(.success(()))
            } catch {
                outcome.fulfill(.failure(error))
            }
        }
        let watching = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            outcome.fulfill(.failure(ConformanceFailure(reason: "nothing happened for \(limit)")))
        }
        let result = await outcome.value()
        running.cancel()
        watching.cancel()
        do {
            try result.get()
        } catch let failure as ConformanceFailure {
            throw ConformanceFailure(rule: name, reason: failure.reason)
        } catch {
            throw ConformanceFailure(rule: name, reason: "unexpected error: \(error)")
        }
    }

    /// The rule.
    public var description: String { name }
}

/// A connector breaks a rule.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// The name of the rule.
    public internal(set) var rule = ""
    /// What happened instead.
    public let reason: String

    /// The rule, and what happened instead.
    public var description: String { "\(rule): \(reason.withVisibleControls)" }
}

extension String {
    /// The text for a log, with escapes in place of control characters and undecodable bytes.
    fileprivate var withVisibleControls: String {
        unicodeScalars.map { scalar in
            let isVisible = scalar.properties.generalCategory != .control && scalar != "\u{FFFD}"
            return isVisible || scalar == "\n" ? String(scalar) : scalar.escaped(asASCII: true)
        }
        .joined()
    }
}
