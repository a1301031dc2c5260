import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport

/// A GET whose model is the text of the body.
struct TextSpec: ConnectionSpec {
    typealias ResponseModel = String
    var url = "https://api.example.com/text"
    var httpMethod = HTTPMethod.get
    var headers: [String: String] = [:]
    var urlQuery: URLQuery?

    var request: HTTP { HTTP(url).method(httpMethod).headers(headers).query(urlQuery) }
}

/// Counts how often it is read. It is not Sendable, because the spec of a user may not be, either.
class CountingSpec: ConnectionSpec {
    typealias ResponseModel = String
    var reads = 0

    var url: String {
        reads += 1
        return "https://api.example.com/\(reads)"
    }
}

/// Throws its error while parsing.
struct UnparsableSpec: ConnectionSpec {
    typealias ResponseModel = String
    var url = "https://api.example.com/text"
    var error: any Error = ConnectionErrorType.parse
    var request: HTTP { HTTP(url) }
    func parseResponse(response: Response) throws -> String { throw error }
}

/// A GET whose model is the live body.
struct StreamSpec: ConnectionSpec {
    typealias ResponseModel = ResponseStream
    var url = "https://api.example.com/stream"
    var request: HTTP { HTTP(url) }
}

struct Broken: Error, Equatable {
    var reason = "broken"
}

extension ConnectionConfig {
    /// A config with a connector that answers everything with 200 and `ok`.
    static var ok: ConnectionConfig { over(MockConnector { _ in .text("ok") }) }

    static func over(_ connector: any HTTPConnector, clock: any Clock<Duration> = ContinuousClock()) -> ConnectionConfig
    {
        ConnectionConfig(connector: connector, clock: clock)
    }
}

/// Returns its answers in order, and then gives up.
final class Recovering: RecoveryPolicy {
    private let answers: LockedValue<[Recovery]>
    private let asked = LockedValue<[Int]>([])

    init(_ answers: Recovery...) {
        self.answers = LockedValue(answers)
    }

    /// The numbers of the attempts about which it was asked.
    var attempts: [Int] { asked.withLock { $0 } }

    func recovery(from failure: RecoveryContext) async -> Recovery {
        asked.withLock { $0.append(failure.attempt) }
        return answers.withLock { $0.isEmpty ? .giveUp : $0.removeFirst() }
    }
}

/// A decision that lasts until it is answered, even if it is canceled.
struct Deciding: RecoveryPolicy {
    let asked: Promise<Void>
    let answer: Promise<Recovery>

    func recovery(from failure: RecoveryContext) async -> Recovery {
        asked.fulfill(())
        return await answer.value()
    }
}

/// The events of the plain cases.
enum Events {
    static let success: [EventRecorder.Event] = [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd]
    static let canceledAtOnce: [EventRecorder.Event] = [.onStart, .onCanceled, .afterError, .onEnd]
}

/// Runs all connections at the same time, and cancels every second one after some turns of the scheduler. Returns how
/// each of them ended, with nil for a success.
func outcomes<Model: Sendable>(ofCancelingHalfOf connections: [Connection<Model>]) async -> [ConnectionErrorType?] {
    await withTaskGroup(of: ConnectionErrorType?.self) { group in
        for (number, connection) in connections.enumerated() {
            group.addTask {
                async let outcome = failure(of: connection)
                if number.isMultiple(of: 2) {
                    for _ in 0..<(number % 50) { await Task.yield() }
                    connection.cancel()
                }
                return await outcome?.type
            }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
}

/// All bytes of `body`.
func collect(_ body: RequestBody) async throws -> Data {
    var bytes = Data()
    for try await chunk in body { bytes.append(chunk) }
    return bytes
}

extension Connection {
    /// Starts the connection, and returns the first `count` waits on `clock`. Each wait is skipped.
    func waits(_ count: Int, on clock: ManualClock) async -> [Duration] {
        start()
        var waits: [Duration] = []
        for _ in 0..<count {
            await clock.waitForSleepers()
            waits += clock.remainingSleeps
            clock.advance(by: clock.remainingSleeps.first ?? .zero)
        }
        cancel()
        return waits
    }
}
