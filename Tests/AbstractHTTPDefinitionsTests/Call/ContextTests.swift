import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What a context adds to a request, byte for byte.
@Suite(.tags(.libcurl)) struct ContextTests {
    private let server: LoopbackServer
    private let api: DefinitionAPI

    init() throws {
        server = try LoopbackServer { request in .text("\(request.method) \(request.target)") }
        api = try DefinitionAPI.over(
            TestConnector.shared,
            """
            {
              "DEFAULT": {"Response Serializer": "AFHTTPResponseSerializer", "Parameters": {"page": 1, "size": 20}},
              "Get": {"Path": "get"},
              "Post": {"Path": "post", "Method": "POST", "Headers": {"X-A": "rule", "X-B": "rule"}},
              "Form": {"Path": "form", "Parameters": {}},
              "Delete": {"Path": "delete", "Method": "DELETE"},
              "CSV": {"Path": "csv", "Method": "POST", "Parameters": {}}
            }
            """)
        api.baseURL = server.url
    }

    private var sent: [String] {
        server.requests.map { "\($0.method) \($0.target) \(String(decoding: $0.body, as: UTF8.self))" }
    }

    @Test func callParametersOverrideAndNilRemoves() async throws {
        await api.finished("Get") { $0.parameters = ["page": 2, "size": nil, "q": "a b"] }
        await api.finished("Post") { $0.parameters = ["page": HTTPContent.null, "tags": ["a", "b"]] }
        await api.finished("Delete")

        #expect(
            sent == [
                "GET /get?page=2&q=a%20b ", #"POST /post {"page":null,"size":20,"tags":["a","b"]}"#,
                "DELETE /delete?page=1&size=20 ",
            ])
    }

    @Test func parametersMayBeTheMembersOfAValue() async throws {
        await api.finished("Get") { c in
            c.parameters = DefinitionParameters(TopicEntity(title: "a"))
            c.parameters["page"] = 3
        }

        #expect(sent == ["GET /get?page=3&size=20&title=a "])
        let refused = await api.finished("Get") { $0.parameters = DefinitionParameters(3) }
        #expect(refused.error?.underlying is HTTPContentError)
    }

    @Test func parametersMayBeNestedAndOfAnyKind() async throws {
        let (limit, state, none): (Int, String, Int?) = (10, "open", nil)
        let values: [String: Any] = ["page": 1, "size": NSNull(), "tags": ["a", 2], "at": ["x": 1.5, "y": true]]
        let others: [String: Any] = [
            "page": none as Any, "size": Float(0.1), "exact": Decimal(string: "12345678901234567890.12") as Any,
            "url": NSURL(string: "https://a.example/") as Any, "big": UInt64.max,
        ]

        await api.finished("Post") { c in
            c.parameters = ["page": nil, "size": nil]
            c.parameters["filter"] = ["state": state, "limit": limit, "none": none] as DefinitionParameters
        }
        await api.finished("Post") { $0.parameters = DefinitionParameters(values) }
        await api.finished("Post") { $0.parameters = DefinitionParameters(["page": 2]) }
        await api.finished("Post") { $0.parameters = DefinitionParameters(others) }
        await api.finished("Post") { c in
            c.parameters = ["page": Double.nan, "size": Refused()]
            c.parameters["page"] = 3
            c.parameters["size"] = 4
        }
        let task = await api.finished("Post") { $0.parameters = DefinitionParameters(["a": Thread.self]) }

        #expect(
            sent == [
                #"POST /post {"filter":{"limit":10,"state":"open"}}"#,
                #"POST /post {"at":{"x":1.5,"y":true},"page":1,"size":null,"tags":["a",2]}"#,
                #"POST /post {"page":2,"size":20}"#,
                #"POST /post {"big":18446744073709551615,"exact":12345678901234567890.12,"size":0.1,"url":"https://a.example/"}"#,
                #"POST /post {"page":3,"size":4}"#,
            ])
        #expect(task.error?.underlying as? DefinitionError == .unencodable("a", type: "\(type(of: Thread.self))"))
        #expect(DefinitionParameters(values)["page"] as? HTTPContent == 1)
    }

    @Test func arrayBodyMovesParametersToTheQuery() async throws {
        await api.finished("Post") { $0.parameters = [DefinitionParameters.wholeArray: [1, 2, 3]] }
        let task = await api.finished("Get") { $0.parameters = [DefinitionParameters.wholeArray: [1]] }

        #expect(sent == ["POST /post?page=1&size=20 [1,2,3]"])
        #expect(task.error?.type == .invalidRequest)
    }

    @Test func aRequestWithoutParametersHasNoBody() async throws {
        await api.finished("Post") { $0.parameters = ["page": nil, "size": nil] }

        #expect(sent == ["POST /post "])
        #expect(server.requests[0].headers["Content-Type"] == nil)
    }

    @Test func callHeadersOverrideInAnyCase() async throws {
        api.authorization.headers = ["x-b": "key"]
        await api.finished("Post") { $0.headers = ["x-a": "call"] }

        #expect(server.requests[0].headers["X-A"] == "call")
        #expect(server.requests[0].headers["X-B"] == "rule")
    }

    @Test func aFormIsPostedWithTheParametersBeforeItsParts() async throws {
        await api.finished("Form") { c in
            c.parameters = ["title": "Holiday", "tags": ["a", "b"]]
            c.headers = ["Content-Type": "text/plain"]
            c.formData = { form in try form.add("photo", data: Data("bytes".utf8), fileName: "a.png") }
        }

        let request = try #require(server.requests.first)
        let type = try #require(request.headers["Content-Type"])
        let boundary = type.dropFirst("multipart/form-data; boundary=".count)
        #expect(request.method == .post)
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == [
                    "--\(boundary)", #"Content-Disposition: form-data; name="title""#, "", "Holiday",
                    "--\(boundary)", #"Content-Disposition: form-data; name="tags""#, "", "a",
                    "--\(boundary)", #"Content-Disposition: form-data; name="tags""#, "", "b",
                    "--\(boundary)", #"Content-Disposition: form-data; name="photo"; filename="a.png""#,
                    "Content-Type: image/png", "", "bytes", "--\(boundary)--", "",
                ].joined(separator: "\r\n"))
    }

    @Test func formOnAGETIsRejected() async throws {
        try api.store.load(json: Data(#"{"Form": {"Path": "form", "Method": "GET"}}"#.utf8))

        let task = await api.finished("Form") { $0.formData = { form in form.add("a", "b") } }

        #expect(task.error?.type == .invalidRequest)
        #expect(task.error?.underlying as? DefinitionError == .formWithoutBody(.get))
        #expect(server.requests.isEmpty)
    }

    @Test func arrayInAFormIsAnError() async throws {
        let task = await api.finished("Form") { c in
            c.parameters = [DefinitionParameters.wholeArray: [1]]
            c.formData = { form in form.add("a", "b") }
        }

        #expect(task.error?.underlying as? DefinitionError == .arrayInForm)
    }

    @Test func formIsRebuiltForEachAttempt() async throws {
        let server = try LoopbackServer()
        server.enqueue(.init(statusCode: 503))
        server.enqueue(.text("ok"))
        api.baseURL = server.url
        api.connectionConfig.policies = [RetryOnce()]
        let chunks = [Data("streamed".utf8)]

        let task = await api.finished("Form") { c in
            c.formData = { form in
                let body = RequestBody.stream {
                    AsyncStream { stream in
                        chunks.forEach { stream.yield($0) }; stream.finish()
                    }
                }
                form.add(try MultipartForm.Part(name: "file", body: body))
            }
        }

        #expect(task.isSuccess)
        #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self).contains("streamed") } == [true, true])
    }

    @Test func requestCustomizationRunsLast() async throws {
        let task = await api.finished("Get") { c in
            c.requestCustomization = { request in
                request.headers["X-Last"] = "\(request.url.query() ?? "")"
                request.method = "SEARCH"
            }
        }

        #expect(server.requests.map { "\($0.method) \($0.headers["X-Last"] ?? "")" } == ["SEARCH page=1&size=20"])
        #expect(task.currentRequest?.method == "SEARCH")
        #expect(task.originalRequest?.method == .get)
        let refused = await api.finished("Get") { $0.requestCustomization = { _ in throw URLError(.badURL) } }
        #expect(refused.error?.type == .invalidRequest)
    }

    @Test func liveParametersAreReadForEachAttempt() async throws {
        let connector = ScriptedConnector(
            .response(.json("1", statusCode: 503)), .response(.json("2")))
        api.connectionConfig = ConnectionConfig(connector: connector, policies: [RetryOnce()])
        let page = LockedValue(1)

        await api.finished("Get") { c in
            c.liveParameters = {
                let page = page.withLock { page in
                    defer { page += 1 }
                    return page
                }
                return ["page": page]
            }
        }

        #expect(connector.requests.map { $0.url.query() } == ["page=1&size=20", "page=2&size=20"])
    }

    @Test func aCallHasItsOwnDeadlines() async throws {
        let clock = ManualClock()
        let connector = ScriptedConnector(.silence)
        api.connectionConfig = ConnectionConfig(connector: connector, clock: clock)

        async let task = api.finished("Get") { $0.timeoutInterval = 1.5 }
        await connector.waitForRequests(1)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(1500))

        #expect(await task.error?.type == .timeout)
        var context = RequestContext()
        context.timeoutInterval = 1.5
        #expect(context.deadlines == Deadlines(attempt: .milliseconds(1500)))
        #expect(context.timeoutInterval == 1.5)
        context.timeoutInterval = 0
        #expect(context.timeoutInterval == nil)
    }

    @Test func debugDelayPostponesTheRequest() async throws {
        let clock = ManualClock()
        let connector = ScriptedConnector(.response(.json("1")))
        api.connectionConfig = ConnectionConfig(connector: connector, clock: clock)

        async let task = api.finished("Get") { $0.debugDelayRequestSend = .seconds(3) }
        await clock.waitForSleepers()
        #expect(connector.requests.isEmpty)
        #expect(clock.remainingSleeps == [.seconds(3)])
        clock.advance(by: .seconds(3))

        #expect(await task.isSuccess)
    }

    @Test func debugFailureSendsNothing() async throws {
        let task = await api.finished("Get") { $0.debugRequestFailWithCode = 17 }

        #expect(task.error?.type == .network)
        #expect(task.error?.underlying as? DefinitionError == .debug(code: 17))
        #expect(server.requests.isEmpty)
    }

    @Test func theTaskHasTheUserInfoOfItsCall() async throws {
        let task = await api.finished("Get") { $0.userInfo = ["row": 3] }

        #expect(task.userInfo["row"] as? Int == 3)
    }

    @Test func customEncoderWritesTheBody() async throws {
        struct Words: ContentEncoder {
            func encode(_ value: any Encodable) throws -> EncodedContent {
                let words = try HTTPContent(value)["words"]?.arrayValue?.compactMap(\.stringValue) ?? []
                return EncodedContent(mediaType: "text/csv", body: .data(Data(words.joined(separator: ",").utf8)))
            }
        }
        api.registry.register(requestSerializer: "Words", Words())
        try api.store.load(json: Data(#"{"CSV": {"Path": "csv", "Method": "POST", "Serializer": "Words"}}"#.utf8))

        await api.finished("CSV") { $0.parameters = ["words": ["a", "b"]] }

        #expect(sent == ["POST /csv a,b"])
        #expect(server.requests[0].headers["Content-Type"] == "text/csv")
    }
}

/// Begins a second attempt, but no third one.
struct RetryOnce: RecoveryPolicy {
    func recovery(from failure: RecoveryContext) -> Recovery { failure.attempt == 1 ? .restart() : .giveUp }
}

private struct Refused: Encodable {
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
}
