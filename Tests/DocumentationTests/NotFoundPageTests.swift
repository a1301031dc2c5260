import AbstractHTTP
import AbstractHTTPTesting
import Testing

struct FindFriends: ConnectionSpec {
    typealias ResponseModel = [String]
    var request: HTTP { HTTP("https://api.example.com/friends") }
}

struct MaintenanceFallback: ModelFallback {
    func model<Model: Sendable>(of response: Response, as type: Model.Type) throws -> Model? {
        response.statusCode == 503 ? [String]() as? Model : nil
    }
}

@Suite struct NotFoundPageTests {
    let connector = MockConnector { _ in Response(statusCode: 404) }

    @Test func oneSpecAcceptsNotFound() async throws {
        let config = ConnectionConfig(connector: connector)

        let friends = try await Connection(FindFriends().accepting(404) { _ in [] }, config: config).response()

        #expect(friends == [])
    }

    @Test func allSpecsAcceptNotFound() async throws {
        var config = ConnectionConfig(connector: connector)
        config.fallbacks = [EmptyFallback(404)]
        let friends = try await Connection(FindFriends(), config: config).response()

        #expect(friends == [])
    }

    @Test func aFallbackOfYourOwn() async throws {
        var config = ConnectionConfig(connector: MockConnector { _ in Response(statusCode: 503) })
        config.fallbacks = [MaintenanceFallback()]

        #expect(try await Connection(FindFriends(), config: config).response() == [])
    }
}
