import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A source of credentials that answers when the test says so.
private final class LoginDialog: Sendable {
    struct State {
        var questions = 0
        var isCanceled = false
    }

    let state = LockedValue(State())
    let answer = Promise<Authenticator.Credentials?>()

    var questions: Int { state.withLock { $0.questions } }
    var isCanceled: Bool { state.withLock { $0.isCanceled } }

    var authenticator: Authenticator {
        Authenticator { _ in
            self.state.withLock { $0.questions += 1 }
            return await withTaskCancellationHandler {
                await self.answer.value()
            } onCancel: {
                self.state.withLock { $0.isCanceled = true }
            }
        }
    }

    static let credentials = Authenticator.Credentials(user: "ada", password: "secret")
}

/// Sends requests at the same time.
private func responses(_ count: Int, _ config: ConnectionConfig) -> [Task<String, any Error>] {
    (0..<count).map { number in Task { try await HTTP("/a/\(number)").asString(config: config).response() } }
}

/// Requests that wait for credentials.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct CredentialQuestionTests {
    @Test func aCanceledRequestLeavesTheOthersWaiting() async throws {
        let (server, dialog) = (DigestServer(), LoginDialog())
        let config = server.config(dialog.authenticator)
        let responses = responses(3, config)
        await until { server.challenges == 3 && dialog.questions == 1 }

        responses[0].cancel()
        let error = await #expect(throws: ConnectionError.self) { try await responses[0].value }
        #expect(error?.type == .canceled)
        #expect(!dialog.isCanceled)

        dialog.answer.fulfill(LoginDialog.credentials)
        for response in responses.dropFirst() { #expect(try await response.value == "body") }
        #expect(dialog.questions == 1)
    }

    @Test func theQuestionIsCanceledWithTheLastRequest() async throws {
        let (server, dialog) = (DigestServer(), LoginDialog())
        let responses = responses(2, server.config(dialog.authenticator))
        await until { server.challenges == 2 && dialog.questions == 1 }

        for response in responses { response.cancel() }

        await until { dialog.isCanceled }
    }

    @Test func aQuestionThatFailsFailsAllRequests() async throws {
        struct NoWindow: Error {}
        let (server, gate) = (DigestServer(), Promise<Void>())
        let config = server.config(
            Authenticator { _ in
                await gate.value()
                throw NoWindow()
            })
        let responses = responses(3, config)
        await until { server.challenges == 3 }
        gate.fulfill(())

        for response in responses {
            let error = await #expect(throws: ConnectionError.self) { try await response.value }
            #expect(error?.underlying is NoWindow)
        }
    }

    /// A retry would ask the user again who has just closed the dialog.
    @Test func errorOfTheClosureIsNotRetried() async throws {
        struct IsClosed: Error {}
        let (server, questions) = (DigestServer(), LockedValue(0))
        var config = server.config(
            Authenticator { _ in
                questions.withLock { $0 += 1 }
                throw IsClosed()
            })
        config.policies = [Retry(attempts: 3, backoff: .none)]

        let error = await failure { try await HTTP("/a").asVoid(config: config).response() }

        #expect(error?.type == .authorization)
        #expect(error?.underlying is IsClosed)
        #expect(error?.attempts.count == 1)
        #expect(questions.withLock { $0 } == 1 && server.challenges == 1)
    }

    @Test func signingOutEndsTheQuestion() async throws {
        let (server, dialog) = (DigestServer(), LoginDialog())
        let authenticator = dialog.authenticator
        let responses = responses(2, server.config(authenticator))
        // A request that was challenged may not wait yet. It would ask again after the sign-out.
        await until { authenticator.waiterCount == 2 && dialog.questions == 1 }

        authenticator.signOut()

        for response in responses {
            let error = await #expect(throws: ConnectionError.self) { try await response.value }
            guard case .signedOut? = error?.underlying as? TokenRefreshError else {
                Issue.record("not signed out")
                continue
            }
            #expect(error?.type == .authorization)
        }
        #expect(dialog.isCanceled)
        dialog.answer.fulfill(LoginDialog.credentials)
        // The answer of the dialog is dropped, and the next request asks again.
        #expect(try await HTTP("/a").asString(config: server.config(authenticator)).response() == "body")
        #expect(dialog.questions == 2)
    }

    /// Such a request would otherwise wait for itself.
    @Test func credentialSourceRequestIsNotAuthenticated() async throws {
        let (server, config) = (DigestServer(), Promise<ConnectionConfig>())
        let statusCode = LockedValue<Int?>(nil)
        let authenticator = Authenticator { _ in
            let login = HTTP("/login").asVoid(config: await config.value())
            let error = await #expect(throws: ConnectionError.self) { try await login.response() }
            statusCode.withLock { $0 = error?.response?.statusCode }
            return LoginDialog.credentials
        }
        config.fulfill(server.config(authenticator))

        #expect(try await HTTP("/a").asString(config: await config.value()).response() == "body")
        #expect(statusCode.withLock { $0 } == 401)
    }
}

/// A large number of requests that wait for one thing.
@Suite(.serialized, .load, .timeLimit(.minutes(5))) struct AuthenticatorLoadTests {
    private static let count = LoadTests.part(of: 10_000)

    @Test func thousandsOfRequestsShareOneQuestion() async throws {
        let (server, dialog) = (DigestServer(), LoginDialog())
        let responses = responses(Self.count, server.config(dialog.authenticator))
        await until { server.challenges == Self.count }
        dialog.answer.fulfill(LoginDialog.credentials)

        for response in responses { #expect(try await response.value == "body") }
        #expect(dialog.questions == 1)
        #expect(Set(server.seen.map { $0["cnonce"] }).count == 1)
        #expect(server.seen.count == Self.count)
    }

    /// The first request that meets the new nonce begins a session, and the others use it.
    @Test func thousandsOfRequestsWithAStaleNonceBeginOneSession() async throws {
        let (server, questions) = (DigestServer(), LockedValue(0))
        let config = server.config(
            Authenticator { _ in
                questions.withLock { $0 += 1 }
                return LoginDialog.credentials
            })
        try await HTTP("/a").asVoid(config: config).response()
        server.state.withLock { $0.nonce = "n2" }

        for response in responses(Self.count, config) { #expect(try await response.value == "body") }

        #expect(questions.withLock { $0 } == 1)
        let renewed = server.seen.filter { $0["nonce"] == "n2" }
        #expect(renewed.count == Self.count)
        #expect(Set(renewed.map { $0["cnonce"] }).count == 1)
    }
}
