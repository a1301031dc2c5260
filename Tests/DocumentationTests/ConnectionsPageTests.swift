import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@MainActor
final class Spinner: ConnectionListener {
    private(set) var running = 0

    func onStart(connection: any ConnectionTask, request: Request) {
        running += 1
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        running -= 1
    }
}

final class FailureLog: ConnectionErrorListener {
    func onNetworkError(connection: any ConnectionTask, error: (any Error)?) {
        print("no response:", error.map(String.init(describing:)) ?? "")
    }

    func onResponseError(connection: any ConnectionTask, response: Response) {
        print("refused:", response.statusCode, response.text)
    }
}

struct AskTheUser: RecoveryPolicy {
    let wantsAnotherTry: @Sendable (ConnectionError) async -> Bool

    func recovery(from failure: RecoveryContext) async -> Recovery {
        await wantsAnotherTry(failure.error) ? .restart() : .giveUp
    }
}

@Suite(.timeLimit(.minutes(5))) @MainActor struct ConnectionsPageTests {
    let failing = MockConnector { _ in Response(statusCode: 503, data: Data("later".utf8)) }

    @Test func spinnerReturnsToZero() async throws {
        let spinner = Spinner()
        let config = ConnectionConfig(connector: failing)
        let connection = Connection(GetStatus(), config: config).addListener(spinner)
        connection.addListener(FailureLog())

        await #expect(throws: ConnectionError.self) { try await connection.response() }

        #expect(spinner.running == 0)
    }

    @Test func theUserIsAsked() async throws {
        let connector = ScriptedConnector(
            .failure(URLError(.timedOut)), .response(.text("up")))
        let ask = AskTheUser { error in error.type == .network }
        let connection = Connection(GetStatus(), config: ConnectionConfig(connector: connector)).addPolicy(ask)

        #expect(try await connection.response() == "up")
    }

    @Test func aCatchNamesAType() async throws {
        let config = ConnectionConfig(connector: failing)
        do throws(ConnectionError) {
            _ = try await Connection(GetStatus(), config: config).response()
        } catch .timeout {
            print("The server did not answer in time.")
        } catch {
            print(error)
        }
    }

    @Test func anErrorHasItsContext() async throws {
        let config = ConnectionConfig(connector: failing)
        do throws(ConnectionError) {
            _ = try await Connection(GetStatus(), config: config).response()
        } catch {
            print(error.type, error.response?.statusCode ?? 0, error.response?.text ?? "", error.attempts.count)
        }
    }

    @Test func aQueue() async {
        let (config, queue) = (ConnectionConfig(connector: failing), DispatchQueue(label: "callbacks"))
        let connection =
            Connection(GetStatus(), config: config)
            .onResult(on: queue) { result in print(result) }
            .start()

        _ = try? await connection.response()
    }

    @Test func aHolder() async throws {
        let connector = ScriptedConnector { _, _ in .silence }
        let spinner = Spinner()
        let holder = ConnectionHolder()
        holder.addListener(spinner)
        let config = ConnectionConfig(connector: connector, holder: holder)
        Connection(GetStatus(), config: config).identified(as: "status").grouped(in: "screen").start()
        holder.cancel(identifier: "status")
        holder.cancel(group: "screen")
        holder.cancelAll()
        await until { holder.connections.isEmpty && spinner.running == 0 }
    }
}
