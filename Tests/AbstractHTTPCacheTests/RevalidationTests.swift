import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite struct RevalidationTests {
    @Test func unchangedResponseReusesTheOldBody() async throws {
        let connector = ScriptedConnector(
            .response(
                Response(
                    statusCode: 200, headers: ["ETag": "\"a\"", "Content-Type": "text/plain", "Date": "1"],
                    data: Data("body".utf8))),
            .response(Response(statusCode: 304, headers: ["ETag": "\"a\"", "Date": "2", "Content-Length": "0"])))
        let http = HTTP("https://api.example.com/").asResponse(config: .over(connector)).revalidating()

        _ = try await http.response()
        #expect(!http.isUnchanged)
        let second = try await http.response()

        #expect(http.isUnchanged)
        #expect(second.statusCode == 200 && second.text == "body")
        #expect(second.headers["Date"] == "2" && second.headers[.contentLength] == nil)
    }

    @Test func lastResponseBelongsToOneConnection() async throws {
        let connector = ScriptedConnector { _, _ in
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("body".utf8)))
        }
        let config = ConnectionConfig.over(connector)
        let connections = (0..<2).map { _ in Connection(TextSpec(), config: config).revalidating().revalidating() }

        for _ in 0..<2 {
            for connection in connections { _ = try await connection.response() }
        }

        let tags = connector.requests.map { $0.headers["If-None-Match"] }
        #expect(tags == [nil, nil, "\"a\"", "\"a\""])
    }

    @Test(arguments: [true, false]) func requestOfAnotherUserDoesNotGetTheLastResponse(isSession: Bool) async throws {
        let connector = ScriptedConnector { number, _ in
            .response(.text("\(number)", headers: ["ETag": "\"a\""]))
        }
        let (token, key) = (TokenRefresh(current: "A") { "never" }, LockedValue("A"))
        var config = ConnectionConfig.over(connector)
        config.baseURL = "https://api.example.com"
        if isSession { config.policies = [token] }
        let connection = Connection(KeySpec(key: key), config: config).revalidating()

        _ = try await connection.response()
        if isSession {
            token.signOut()
            // The next user has the same token in this test, so that only the session differs.
            token.signIn(with: "A")
        } else {
            key.change { $0 = "B" }
        }
        _ = try await connection.response()
        _ = try await connection.response()

        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, nil, "\"a\""])
    }

    @Test func validatedResponseHasNoOldTrailers() async throws {
        var tagged = Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("body".utf8))
        tagged.trailers = ["X-Checksum": "1"]
        let connector = ScriptedConnector(.response(tagged), .response(Response(statusCode: 304)))
        let http = HTTP("https://api.example.com/").asResponse(config: .over(connector)).revalidating()

        #expect(try await http.response().trailers == ["X-Checksum": "1"])
        let second = try await http.response()

        #expect(second.text == "body")
        #expect(second.trailers.isEmpty)
    }

    @Test func fieldsThatRepeatAreNotJoined() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\"", "Set-Cookie": "old=1"])),
            .response(Response(statusCode: 304, headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"])))
        let http = HTTP("https://api.example.com/").asResponse(config: .over(connector)).revalidating()
        _ = try await http.response()

        let second = try await http.response()

        #expect(second.headers.values(for: .setCookie) == ["a=1", "b=2"])
    }

    @Test func otherURLAndMethodAreNotRevalidated() async throws {
        let tagged = Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("ok".utf8))
        let connector = ScriptedConnector { _, _ in .response(tagged) }
        let connection = Connection(CountingSpec(), config: .over(connector)).revalidating()
        let post = HTTP("https://api.example.com/").method(.post).asString(config: .over(connector))
            .revalidating()

        for _ in 0..<2 { _ = try await connection.response() }
        for _ in 0..<2 { _ = try await post.response() }

        #expect(connector.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
    }

    @Test func conditionOfTheSpecIsKept() async {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 304, headers: ["ETag": "\"a\""])) }
        let spec = TextSpec(headers: ["If-None-Match": "\"mine\""])

        let error = await failure {
            try await Connection(spec, config: .over(connector)).revalidating().response()
        }

        #expect(error?.response?.statusCode == 304)
        #expect(connector.requests.first?.headers["If-None-Match"] == "\"mine\"")
    }

    @Test func unsolicited304IsAnError() async {
        let connector = ScriptedConnector { _, _ in .response(Response(statusCode: 304)) }

        let error = await failure {
            try await Connection(TextSpec(), config: .over(connector)).revalidating().response()
        }

        #expect(error?.response?.statusCode == 304)
    }

    @Test func aBodyThatIsTooLargeToKeepIsAnErrorWithItsBeginning() async {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("123456".utf8))))
        var config = ConnectionConfig.over(connector)
        config.maximumResponseBytes = 5
        let connection = Connection(TextSpec(), config: config).revalidating()

        #expect(await failure { try await connection.response() }?.type == .bodyTooLarge)
    }

    @Test func headDoesNotGrowWithoutLimit() async throws {
        let connector = ScriptedConnector { number, request in
            var headers: HTTPHeaders = ["ETag": "\"v\""]
            let isKnown = request.headers["If-None-Match"] != nil
            if isKnown { headers.add(HTTPHeaderName(rawValue: "X-\(number)"), String(repeating: "x", count: 60_000)) }
            return .response(Response(statusCode: isKnown ? 304 : 200, headers: headers))
        }
        let http = HTTP("https://api.example.com/").asResponse(config: .over(connector)).revalidating()

        for _ in 0..<20 { #expect(try await http.response().headers.count < 10) }
    }

    @Test func a304WithAnotherTagIsNotUsed() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("old".utf8))),
            .response(Response(statusCode: 304, headers: ["ETag": "W/\"a\""])),
            .response(Response(statusCode: 304, headers: ["ETag": "\"b\""])),
            .response(Response(statusCode: 200, headers: ["ETag": "\"b\""], data: Data("new".utf8))))
        let http = HTTP("https://api.example.com/").asResponse(config: .over(connector)).revalidating()
        _ = try await http.response()
        // A weak comparison ignores the mark.
        #expect(try await http.response().text == "old")
        #expect(http.isUnchanged)

        #expect(try await http.response().text == "new")

        #expect(!http.isUnchanged)
        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", "W/\"a\"", nil])
    }
}

/// Polls that ask whether something has changed.
@Suite(.tags(.threadSanitizer)) struct RevalidatingPollTests {
    let clock = ManualClock()

    @Test func unchangedModelIsNotDeliveredAgain() async throws {
        let connector = ScriptedConnector { number, request in
            let known = request.headers["If-None-Match"]
            let tag = number < 4 ? #""a""# : #""b""#
            if known == tag { return .response(Response(statusCode: 304, headers: ["ETag": tag])) }
            return .response(Response(statusCode: 200, headers: ["ETag": tag], data: Data(tag.utf8)))
        }
        let recorder = EventRecorder()
        let models = Task {
            var models: [String] = []
            let polls = connection(connector).recorded(by: recorder).polling(.init(.seconds(2)), revalidating: true)
            for try await model in polls {
                models.append(model)
                if models.count == 2 { break }
            }
            return models
        }

        _ = await clock.passWaits(3)

        #expect(try await models.value == [#""a""#, #""b""#])
        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, #""a""#, #""a""#, #""a""#])
        // For listeners, an unchanged response is a success like the first one.
        #expect(recorder.outcomes == [nil, nil, nil, nil])
    }

    @Test(arguments: [401, 503, 302])
    func unchangedModelAfterOtherResponseIsSkipped(statusCode: Int) async throws {
        let other = ScriptedConnector.Reply.response(Response(statusCode: statusCode, headers: ["Location": "/b"]))
        let replies: [ScriptedConnector.Reply] = [
            other, .response(Response(statusCode: 200, headers: ["ETag": "1"], data: Data("a".utf8))),
            other, .response(Response(statusCode: 304, headers: ["ETag": "1"])),
            other, .response(Response(statusCode: 200, headers: ["ETag": "2"], data: Data("b".utf8))),
        ]
        let connector = ScriptedConnector { number, _ in replies[number - 1] }
        var config = ConnectionConfig.over(connector)
        config.baseURL = "https://api.example.com"
        config.policies = [TokenRefresh(current: "old") { "new" }, Retry(backoff: .none)]
        let polls = Connection(TextSpec(), config: config).polling(
            .init(.zero), revalidating: true, until: { $0 == "b" })

        var models: [String] = []
        for try await model in polls { models.append(model) }

        #expect(models == ["a", "b"])
        #expect(connector.requests.count == 6)
    }

    @Test func modelFetchedElsewhereIsDelivered() async throws {
        let connector = ScriptedConnector { number, request in
            let tag = number < 2 ? #""a""# : #""b""#
            if request.headers["If-None-Match"] == tag { return .response(Response(statusCode: 304)) }
            return .response(Response(statusCode: 200, headers: ["ETag": tag], data: Data(tag.utf8)))
        }
        let connection = connection(connector)
        var polls = connection.polling(.init(.zero), revalidating: true).makeAsyncIterator()
        let first = try await polls.next()

        let between = try await connection.response()
        let second = try await polls.next()

        #expect([first, between, second] == [#""a""#, #""b""#, #""b""#])
    }

    @Test func rejectedModelIsDeliveredNextTime() async throws {
        let connector = ScriptedConnector { _, request in
            if request.headers["If-None-Match"] == "\"a\"" { return .response(Response(statusCode: 304)) }
            return .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("a".utf8)))
        }
        let isFirst = LockedValue(true)
        let recorder = EventRecorder { seen, connection in
            let first = isFirst.withLock { first in
                defer { first = first && seen != .onReceived }
                return first
            }
            if seen == .onReceived, first { connection.restart() }
        }
        var polls = connection(connector).recorded(by: recorder).polling(.init(.seconds(1)), revalidating: true)
            .makeAsyncIterator()

        #expect(try await polls.next() == "a")
        #expect(connector.requests.count == 2)
    }

    @Test func aSecondSequenceOfAConnectionRevalidatesToo() async throws {
        let connector = ScriptedConnector { _, request in
            if request.headers["If-None-Match"] == "\"a\"" { return .response(Response(statusCode: 304)) }
            return .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("a".utf8)))
        }
        let connection = connection(connector)
        for _ in 0..<2 {
            var polls = connection.polling(.init(.zero), revalidating: true).makeAsyncIterator()
            #expect(try await polls.next() == "a")
        }

        #expect(connector.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\""])
    }

    @Test func withoutRevalidationEveryModelIsHandedOut() async throws {
        let connector = ScriptedConnector { _, _ in
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("same".utf8)))
        }
        let models = Task {
            var models: [String] = []
            for try await model in connection(connector).polling(.init(.seconds(2)), revalidating: false) {
                models.append(model)
                if models.count == 2 { break }
            }
            return models
        }

        _ = await clock.passWaits(1)

        #expect(try await models.value == ["same", "same"])
        #expect(connector.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
    }

    @Test func everyModelOfAPostIsHandedOut() async throws {
        let connector = ScriptedConnector { number, _ in
            .response(Response(statusCode: 200, headers: ["ETag": "\"a\""], data: Data("\(number)".utf8)))
        }
        let polls = HTTP("https://api.example.com/jobs").method(.post)
            .asString(config: .over(connector, clock: clock))
            .polling(.init(.zero), revalidating: true, until: { $0 == "3" })

        var models: [String] = []
        for try await model in polls { models.append(model) }
        #expect(models == ["1", "2", "3"])
    }

    private func connection(_ connector: any HTTPConnector) -> Connection<String> {
        Connection(TextSpec(), config: .over(connector, clock: clock))
    }
}

private struct TextSpec: ConnectionSpec {
    typealias ResponseModel = String
    var url = "https://api.example.com/text"
    var headers: [String: String] = [:]
    var request: HTTP { HTTP(url).headers(headers) }
}

/// Its URL is different each time.
private class CountingSpec: ConnectionSpec {
    typealias ResponseModel = String
    var reads = 0

    var url: String {
        reads += 1
        return "https://api.example.com/\(reads)"
    }
}

extension ConnectionConfig {
    fileprivate static func over(
        _ connector: any HTTPConnector, clock: any Clock<Duration> = ContinuousClock()
    ) -> ConnectionConfig {
        ConnectionConfig(connector: connector, clock: clock)
    }
}

private struct KeySpec: ConnectionSpec {
    typealias ResponseModel = String

    let key: LockedValue<String>
    var request: HTTP { HTTP("/news").header("X-API-Key", key.withLock { $0 }) }
}
