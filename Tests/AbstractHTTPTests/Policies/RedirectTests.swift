import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Redirects through the whole pipeline, over a connector that does not know about them.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct RedirectTests {
    @Test func aRedirectIsFollowedWithItsHistoryAndItsEvents() async throws {
        let connector = ScriptedConnector(
            .response(.redirect(to: "/2")), .response(.redirect(to: "/3", statusCode: 307)), .response(.text("ok")))
        let recorder = EventRecorder()

        let response = try await HTTP("https://a.example/1").asResponse(config: .over(connector)).recorded(
            by: recorder
        )
        .response()

        #expect(connector.requests.map(\.url.path) == ["/1", "/2", "/3"])
        #expect(response.text == "ok")
        #expect(response.url?.path == "/3")
        #expect(response.history.map(\.statusCode) == [302, 307])
        #expect(response.history.map(\.url?.path) == ["/1", "/2"])
        #expect(
            recorder.events == [
                .onStart, .onRedirect, .onRedirect, .onReceived, .onReceivedModel, .afterSuccess, .onEnd,
            ])
    }

    @Test func aStreamFollowsRedirectsToo() async throws {
        let connector = ScriptedConnector(.response(.redirect(to: "/2")), .response(.text("ok")))
        let recorder = EventRecorder()

        let stream = try await HTTP("https://a.example/1").asStream(config: .over(connector)).recorded(by: recorder)
            .response()
        var text = ""
        for try await chunk in stream.body { text += String(decoding: chunk, as: UTF8.self) }

        #expect(text == "ok")
        #expect(stream.history.map(\.url?.path) == ["/1"])
        #expect(recorder.events == [.onStart, .onRedirect, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
    }

    @Test func largeRedirectBodyIsTruncated() async throws {
        let body = ScriptedBody()
        for _ in 0..<5 { body.send(String(repeating: "x", count: 60 << 10)) }
        let connector = ScriptedConnector(.stream(.redirect(body)), .response(.text("ok")))

        let response = try await HTTP("https://a.example/1").asResponse(config: .over(connector)).response()

        #expect(response.text == "ok")
        #expect(response.history.map(\.data.count) == [256 << 10])
    }

    @Test func redirectWithAnEndlessBodyIsFollowedAfter100Milliseconds() async throws {
        let (body, clock) = (ScriptedBody(), ManualClock())
        let connector = ScriptedConnector(.stream(.redirect(body)), .response(.text("ok")))
        let http = HTTP("https://a.example/1")
        body.send("please ", "wait")
        async let response = http.asResponse(config: .over(connector, clock: clock)).response()
        await body.waitForReaders(1)
        await clock.waitForSleepers()

        clock.advance(by: .milliseconds(100))

        #expect(try await response.text == "ok")
        #expect(try await response.history.map(\.text) == ["please wait"])
    }

    @Test func aCancelWhileTheBodyOfARedirectIsReadEndsAtOnce() async {
        let (body, clock) = (ScriptedBody(), ManualClock())
        let connector = ScriptedConnector(.stream(.redirect(body)))
        let connection = HTTP("https://a.example/1").asResponse(config: .over(connector, clock: clock))
        async let error = failure(of: connection)
        await body.waitForReaders(1)

        connection.cancel()

        #expect(await error?.type == .canceled)
        await until { clock.remainingSleeps.isEmpty }
    }

    @Test func truncatedRedirectBodyIsNotAFailure() async throws {
        let body = ScriptedBody()
        let connector = ScriptedConnector(.stream(.redirect(body)), .response(.text("ok")))
        body.send("half")
        body.finish(throwing: Broken())

        let response = try await HTTP("https://a.example/1").asResponse(config: .over(connector)).response()

        #expect(response.history.map(\.text) == ["half"])
    }

    @Test func declinedRedirectHasItsCompleteBody() async throws {
        let body = ScriptedBody()
        for _ in 0..<5 { body.send(String(repeating: "x", count: 60 << 10)) }
        body.finish()
        let http = HTTP("https://a.example/1").redirects(.deciding { _ in nil })

        let response = try await http.asResponse(config: .over(ScriptedConnector(.stream(.redirect(body)))))
            .response()

        #expect(response.data.count == 300 << 10)
    }

    @Test(arguments: [Inner.config, .spec, .connection])
    func theInnerPolicyWins(_ inner: Inner) async throws {
        var config = ConnectionConfig.over(ScriptedConnector { _, _ in .response(.redirect(to: "/2")) })
        config.redirects = inner == .config ? .off : .follow
        var http = HTTP("https://a.example/1")
        if inner != .config { http = http.redirects(inner == .spec ? .off : .follow) }
        let connection = http.asResponse(config: config)
        if inner == .connection { connection.redirects(.off) }

        let response = try await connection.response()

        #expect(response.statusCode == 302)
        #expect(response.history.isEmpty)
    }

    enum Inner { case config, spec, connection }

    @Test func aClosureMayChangeTheNextRequestOrDeclineIt() async throws {
        let connector = ScriptedConnector { _, request in .response(.redirect(to: request.url.path + "x")) }
        var config = ConnectionConfig.over(connector)
        config.redirects = .deciding { redirect in
            guard redirect.number < 3 else { return nil }
            var next = redirect.next
            next.headers["X-Hop"] = "\(redirect.number)"
            return next
        }

        let response = try await HTTP("https://a.example/").asResponse(config: config).response()

        #expect(connector.requests.map(\.url.path) == ["/", "/x", "/xx"])
        #expect(connector.requests.map { $0.headers["X-Hop"] } == [nil, "1", "2"])
        #expect(response.statusCode == 302)
        #expect(response.history.count == 2)
    }

    @Test func invalidRequestFromAClosureIsRejected() async throws {
        let connector = ScriptedConnector { _, _ in .response(.redirect(to: "/2")) }
        var config = ConnectionConfig.over(connector)
        config.redirects = .deciding { redirect in
            var next = redirect.next
            next.headers["X-Evil"] = "a\r\nb"
            return next
        }

        let error = await failure(of: HTTP("https://a.example/").asResponse(config: config))

        #expect(error?.type == .invalidRequest)
        #expect(error?.underlying as? InvalidRequest == .headerValue(name: "X-Evil"))
        #expect(connector.requests.count == 1)
    }

    /// The closure changes the proposal, or the request that was redirected.
    @Test(arguments: ["/2", "https://c.example/2"], [true, false])
    func aClosureThatChangesTheServerSendsItNoCredentials(location: String, startsFromProposal: Bool) async throws {
        let connector = ScriptedConnector(.response(.redirect(to: location)), .response(.text("ok")))
        let other = try #require(URL(string: "https://b.example/2"))
        var config = ConnectionConfig(
            baseURL: "https://a.example", headers: ["X-Key": "key"], connector: connector)
        config.redirects = .deciding { redirect in
            var next = startsFromProposal ? redirect.next : redirect.request
            next.url = other
            next.headers[.cookie] = "new"
            return next
        }
        let http = HTTP("https://a.example/1").headers(["Authorization": "Bearer a", "Cookie": "old", "X-Own": "own"])

        _ = try await http.asResponse(config: config).response()

        let names: [HTTPHeaderName] = ["X-Key", .authorization, .cookie, "X-Own"]
        let sent = connector.requests.map { request in names.map { request.headers[$0] ?? "none" } }
        #expect(sent == [["key", "Bearer a", "old", "own"], ["none", "none", "new", "own"]])
    }

    @Test func redactionOfTheConfigDecidesWhatIsDropped() async throws {
        let elsewhere = Response.redirect(to: "https://b.example/2")
        let connector = ScriptedConnector(.response(elsewhere), .response(.text("ok")))
        var config = ConnectionConfig.over(connector)
        config.redaction.headers.insert("X-Member")
        config.redaction.exceptions.insert("X-API-Key")
        let fields = ["X-Member": "1", "X-API-Key": "2", "X-Auth-Token": "3", "X-Own": "4"]

        _ = try await HTTP("https://a.example/1").headers(fields).asString(config: config).response()

        let sent = connector.requests.map { request in
            fields.keys.filter { request.headers[HTTPHeaderName(rawValue: $0)] != nil }
        }
        #expect(sent.map(Set.init) == [Set(fields.keys), ["X-API-Key", "X-Own"]])
    }

    @Test func historyKeepsTheBeginningOfABodyThatAClosureReceived() async throws {
        let large = Response(statusCode: 302, headers: ["Location": "/2"], data: Data(count: 300 << 10))
        let received = LockedValue(0)
        var config = ConnectionConfig.over(ScriptedConnector(.response(large), .response(.text("ok"))))
        config.redirects = .deciding { redirect in
            received.withLock { $0 = redirect.response.data.count }
            return redirect.next
        }

        let response = try await HTTP("https://a.example/1").asResponse(config: config).response()

        #expect(received.withLock { $0 } == 300 << 10)
        #expect(response.history.map(\.data.count) == [256 << 10])
    }

    @Test func ambiguousHostFromAClosureIsRejected() async throws {
        let connector = ScriptedConnector { _, _ in .response(.redirect(to: "/2")) }
        let url = try #require(URL(string: "https://a..b/"))
        var config = ConnectionConfig.over(connector)
        config.redirects = .deciding { redirect in
            var next = redirect.next
            next.url = url
            return next
        }

        let error = await failure(of: HTTP("https://a.example/").asResponse(config: config))

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? InvalidRequest == .malformedHost("https://a..b/"))
        #expect(connector.requests.count == 1)
    }

    @Test func forbiddenRedirectErrorHasItsResponse() async throws {
        let connector = ScriptedConnector(.response(.redirect(to: "/2")), .response(.redirect(to: "http://b.example/")))
        let recorder = EventRecorder()

        let error = await failure(
            of: HTTP("https://a.example/1").asString(config: .over(connector)).recorded(by: recorder))

        #expect(error?.type == .redirect)
        #expect(error?.underlying as? RedirectError == .downgrade(to: try #require(URL(string: "http://b.example/"))))
        #expect(error?.request.url.path == "/2")
        #expect(error?.response?.statusCode == 302)
        #expect(error?.response?.history.map(\.url?.path) == ["/1"])
        #expect(recorder.events == [.onStart, .onRedirect, .onResponseError, .onError, .afterError, .onEnd])
    }

    @Test func aFailureAfterARedirectKeepsTheHistory() async throws {
        let connector = ScriptedConnector(.response(.redirect(to: "/2")), .response(.text("no", statusCode: 500)))

        let error = await failure(of: HTTP("https://a.example/1").asString(config: .over(connector)))

        #expect(error?.request.url.path == "/2")
        #expect(error?.response?.history.map(\.statusCode) == [302])
        #expect(error?.attempts.count == 1)
    }

    @Test func aRetryBeginsAtTheFirstURLAgain() async throws {
        let connector = ScriptedConnector(
            .response(.redirect(to: "/2")), .failure(Broken()), .response(.redirect(to: "/2")), .response(.text("ok")))
        let connection = HTTP("https://a.example/1").asString(config: .over(connector))

        _ = try await connection.addPolicy(Recovering(.repeat())).response()

        #expect(connector.requests.map(\.url.path) == ["/1", "/2", "/1", "/2"])
    }

    @Test(arguments: [1, 2])
    func nothingIsSentAfterACancelAtARedirect(hop: Int) async throws {
        let connector = ScriptedConnector { number, _ in .response(.redirect(to: "/\(number)")) }
        let redirects = LockedValue(0)
        let recorder = EventRecorder { event, connection in
            guard event == .onRedirect else { return }
            if redirects.withLock({
                $0 += 1; return $0
            }) == hop {
                connection.cancel()
            }
        }

        let error = await failure(
            of: HTTP("https://a.example/").asString(config: .over(connector)).recorded(by: recorder))

        #expect(error?.type == .canceled)
        #expect(connector.requests.count == hop)
        #expect(
            recorder.events == [.onStart] + Array(repeating: .onRedirect, count: hop) + [
                .onCanceled, .afterError, .onEnd,
            ])
    }

    @Test func aCancelEndsTheDecisionOfAClosure() async throws {
        let (asked, answer) = (Promise<Void>(), Promise<Void>())
        var config = ConnectionConfig.over(ScriptedConnector { _, _ in .response(.redirect(to: "/2")) })
        config.redirects = .deciding { redirect in
            asked.fulfill(())
            await answer.value()
            return redirect.next
        }
        let connection = HTTP("https://a.example/").asString(config: config)
        async let error = failure(of: connection)
        await asked.value()

        connection.cancel()

        #expect(await error?.type == .canceled)
        answer.fulfill(())
    }
}

/// A blank `Location` makes no redirect.
extension RedirectTests {
    @Test(arguments: ["", " ", "\t "]) func aBlankLocationIsNoRedirect(location: String) async throws {
        let connector = ScriptedConnector(.response(.redirect(to: location, statusCode: 302)))

        let response = try await HTTP("https://a.example/").asResponse(config: .over(connector)).response()

        #expect(response.statusCode == 302 && response.text == "go there")
        #expect(response.history.isEmpty && connector.requests.count == 1)
    }
}

extension Response {
    static func redirect(to location: String, statusCode: Int = 302) -> Response {
        Response(statusCode: statusCode, headers: ["Location": location], data: Data("go there".utf8))
    }
}

extension ResponseStream {
    static func redirect(_ body: ScriptedBody) -> ResponseStream {
        ResponseStream(statusCode: 302, headers: ["Location": "/2"], body: ResponseBody(body))
    }
}
