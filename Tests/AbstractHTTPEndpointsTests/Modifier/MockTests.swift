import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Endpoints with another server, or with none.
@Suite struct MockTests {
    @Test func mockServerReplacesTheBase() async throws {
        let connector = ScriptedConnector.always("[]")
        let endpoint = POST<[String: Int], None>("users/{id}").over(connector)

        try await endpoint.setMock("http://mock.example.com/users")(["id": 7, "age": 36])
        try await endpoint.mock("http://mock.example.com/{id}?m=1")(["id": 7, "age": 36])
        try await endpoint.mock("mock")(["id": 7, "age": 36])

        #expect(
            connector.lines == [
                "POST http://mock.example.com/users", "POST http://mock.example.com/7?m=1",
                "POST https://api.example.com/mock",
            ])
        #expect(try await connector.bodies() == Array(repeating: #"{"age":36}"#, count: 3))
    }

    @Test func mockOutputSendsNothing() async throws {
        let connector = ScriptedConnector()
        let recorder = EventRecorder()
        let page = Page(index: 1, total: 2)
        let endpoint = GET<None, Page>("page").config(ConnectionConfig(connector: connector)).accepting(statusCodes: [
            201
        ])

        // Not even a base is needed.
        let output = try await Configuration.scope { try await endpoint.mock(page)() }
        let connection = endpoint.mock(value: page).connection().recorded(by: recorder)
        _ = try await connection.response()

        #expect(output == page)
        #expect(recorder.events == [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
        #expect(connector.requests.isEmpty)
    }

    @Test func mockOutputRefreshesNoToken() async throws {
        let refresh = TokenRefresh(current: AccessToken("old", expiry: .distantPast)) { "new" }
        let endpoint = GET<None, Page>("page").config { $0.policies = [refresh] }.authenticate(refresh)

        _ = try await endpoint.mock(value: Page(index: 1, total: 2))()

        #expect(refresh.count == 0)
    }

    @Test func mockStringIsAURLUnlessLabeledAsValue() async throws {
        let connector = ScriptedConnector.always("over there")
        let endpoint = GET<None, String>("text").over(connector)

        #expect(try await endpoint.mock("http://mock.example.com/")() == "over there")
        #expect(try await endpoint.mock(value: "here")() == "here")
    }
}
