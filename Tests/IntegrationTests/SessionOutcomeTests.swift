import AbstractHTTP
import AbstractHTTPPagination
import AbstractHTTPTesting
import TestSupport
import Testing

/// What follows from an earlier request gets no response of a later session, even if the app runs its connection anew.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct SessionOutcomeTests {
    private let token = TokenRefresh(current: "A") { "never" }
    private let isAsked = Promise<Void>()
    private let mayAnswer = Promise<Void>()

    @Test func pollDoesNotJoinARequestOfALaterSession() async throws {
        let connection = HTTP("/status").asString(config: config)
        var polls = connection.polling(PollingInterval(.zero)).makeAsyncIterator()
        #expect(try await polls.next() == "Bearer A")
        token.switchUser()
        connection.start()
        await isAsked.value()

        // A poll that joins the request waits for it until the time of the test is up.
        let error = await failure { try await polls.next() }
        #expect(error?.isSignedOut == true)
        mayAnswer.fulfill(())
        // The request of the later session is not affected.
        #expect(try await connection.response() == "Bearer B")
    }

    @Test(arguments: ["poll", "page"]) func restartInALaterSessionAnswersNoPoll(kind: String) async throws {
        let (isRunning, never) = (Promise<Void>(), Promise<Void>())
        var config = config
        config.connector = MockConnector { request in
            let user = request.headers[.authorization] ?? "none"
            if user == "Bearer A" {
                isRunning.fulfill(())
                await never.value()
            }
            return .text(user)
        }
        let connection = HTTP("/status").asString(config: config)
        let next = Task {
            guard kind == "poll" else {
                var pages = connection.pages(next: .link).makeAsyncIterator()
                return try await pages.next()?.model
            }
            var polls = connection.polling(PollingInterval(.zero)).makeAsyncIterator()
            return try await polls.next()
        }
        await isRunning.value()
        token.switchUser()
        connection.restart()

        let error = await failure { try await next.value }
        #expect(error?.isSignedOut == true)
        never.fulfill(())
    }

    @Test func pollOfStreamsDoesNotJoinARequestOfALaterSession() async throws {
        let connection = HTTP("/status").asStream(config: config)
        var polls = connection.polling(PollingInterval(.zero)).makeAsyncIterator()
        let stream = try #require(await polls.next())
        for try await _ in stream.body {}
        await until { !connection.isRunning }
        token.switchUser()
        connection.start()
        await isAsked.value()

        let error = await failure { try await polls.next() }
        #expect(error?.isSignedOut == true)
        mayAnswer.fulfill(())
        connection.cancel()
    }

    /// A server that answers the first user at once.
    private var config: ConnectionConfig {
        let connector = MockConnector { [isAsked, mayAnswer] request in
            let user = request.headers[.authorization] ?? "none"
            if user == "Bearer B" {
                isAsked.fulfill(())
                await mayAnswer.value()
            }
            return .text(user)
        }
        return ConnectionConfig(baseURL: "https://a.example", connector: connector, policies: [token])
    }
}
