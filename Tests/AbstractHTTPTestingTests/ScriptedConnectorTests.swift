import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ScriptedConnectorTests {
    struct Failed: Error, Equatable {}

    let request = Request(url: URL(filePath: "/"))

    @Test func repliesAreReturnedInOrderUntilTheEnd() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 201)), .failure(Failed()),
            .stream(ResponseStream(statusCode: 202, body: ResponseBody(Data()))))

        #expect(try await connector.execute(request).statusCode == 201)
        await #expect(throws: Failed()) { try await connector.execute(request) }
        #expect(try await connector.execute(request).statusCode == 202)
        await #expect(throws: ScriptedConnector.ScriptEnded.self) { try await connector.execute(request) }
        #expect(connector.requests.count == 4)
    }

    @Test func silenceEndsWhenTheTaskIsCanceled() async {
        let connector = ScriptedConnector(.silence)
        let task = Task { [request] in try await connector.execute(request) }
        await connector.waitForRequests(1)
        #expect(connector.activeCount == 1)

        task.cancel()
        await connector.waitUntilIdle()

        #expect(connector.activeCount == 0)
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func silenceIgnoringCancellationLastsUntilRelease() async {
        let connector = ScriptedConnector(.silenceIgnoringCancellation)
        let task = Task { [request] in try await connector.execute(request) }
        await connector.waitForRequests(1)

        task.cancel()
        for _ in 0..<100 { await Task.yield() }
        #expect(connector.activeCount == 1)
        connector.release()

        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
