import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite struct GeneratedRequestTests {
    @Test func aParameterIsEscapedIntoItsSegment() async throws {
        let connector = ScriptedConnector.always()

        _ = try await DeleteFriendsUserIdRequest(user_id: "a/b c?d=é").over(connector).send()

        #expect(connector.lines == ["DELETE https://example.com/v1/friends/a%2Fb%20c%3Fd%3D%C3%A9?force=yes"])
    }

    @Test(arguments: ["", ".", ".."])
    func parameterThatChangesThePathIsRejected(_ value: String) async {
        let connector = ScriptedConnector.always()

        let error = await failure { try await DeleteFriendsUserIdRequest(user_id: value).over(connector).send() }

        #expect(error?.type == .invalidURL && connector.requests.isEmpty)
    }

    @Test func missingBaseURLIsReported() async {
        let request = GetMyExampleRequest()
        request.configuration.baseURLString = ""

        let error = await failure { try await request.send() }

        #expect(error?.type == .invalidURL)
        #expect(error?.underlying as? InvalidRequest == .missingBase("/my/example"))
    }

    @Test(arguments: [
        "https://example.com", "https://example.com/", "https://example.com/v1", "https://example.com/v1/",
    ])
    func baseAndPathAreJoinedByOneSlash(_ base: String) throws {
        let request = GetMyExampleRequest()
        request.configuration.baseURLString = base

        let url = try request.request.url
        #expect(["https://example.com/my/example", "https://example.com/v1/my/example"].contains(url))
    }

    @Test func allKindsOfValuesAreSent() async throws {
        let connector = ScriptedConnector.always()
        let request = GetFriendsUserIdRequest(user_id: "7").over(connector)
        request.status = [.ACTIVE, Status(rawValue: "new")]
        request.level = .HIGH

        _ = try await request.send()

        #expect(connector.lines == ["GET https://example.com/v1/friends/7?page=1&status=active&status=new&level=2"])
    }

    @Test func structuresOmitNilFields() async throws {
        let connector = ScriptedConnector.always()
        let request = PutFriendsUserIdRequest(user_id: "7").over(connector)
        let best = Friend(name: "Grace", since: Date(timeIntervalSince1970: 0), notes: [10: "ten", 2: "two"])
        request.body = Friend(name: "Ada", id: .max, tags: ["a"], status: .AWAY, best: best)

        _ = try await request.send()

        let grace = #"{"name":"Grace","notes":{"10":"ten","2":"two"},"since":"1970-01-01T00:00:00Z"}"#
        #expect(
            try await connector.bodies() == [
                #"{"best":\#(grace),"id":18446744073709551615,"name":"Ada","status":"away","tags":["a"]}"#
            ])
    }

    @Test func bytesAreSentUnchangedWithoutAnEncoder() async throws {
        let connector = ScriptedConnector.always()
        let request = PutFilesNameRawRequest(name: "a.bin").over(connector)
        request.body = HTTPData(Data("bytes".utf8), mediaType: "image/png")
        _ = try await request.send()
        request.configuration.encoder = .json
        _ = try await request.send()

        #expect(connector.requests.map { $0.headers["Content-Type"] } == ["image/png", "application/json"])
        #expect(try await connector.bodies() == ["bytes", #""Ynl0ZXM=""#])
    }

    @Test func filesAndBytesArePartsOfAForm() async throws {
        let film = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString).mp4")
        try Data("a film".utf8).write(to: film)
        defer { try? FileManager.default.removeItem(at: film) }
        let connector = ScriptedConnector.always()
        let request = PostFilesNameRawRequest(name: "a").over(connector)
        request.configuration.encoder = .multipart
        request.title = "Holiday"
        request.data = HTTPData(Data([0, 1]), fileName: "a.bin", mediaType: "application/x-bin")
        request.film = HTTPFile(film)

        _ = try await request.send()

        let type = try #require(connector.requests[0].headers["Content-Type"])
        let boundary = try #require(type.split(separator: "boundary=").last).trimmingCharacters(in: ["\""])
        func part(_ head: String, _ body: String) -> String {
            "--\(boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(body)\r\n"
        }
        let data = #"name="data"; filename="a.bin""# + "\r\nContent-Type: application/x-bin"
        let file = "name=\"film\"; filename=\"\(film.lastPathComponent)\"\r\nContent-Type: video/mp4"
        let parts = part(#"name="title""#, "Holiday") + part(data, "\0\u{1}") + part(file, "a film")
        #expect(try await connector.bodies() == [parts + "--\(boundary)--\r\n"])
    }

    @Test func theLastChoiceOfAnEncoderWins() async throws {
        let connector = ScriptedConnector.always()
        let request = PostFilesNameRawRequest(name: "a").over(connector)
        request.title = "t"
        request.configuration.encoderStrategy = { _ in .query }
        request.configuration.encoder = .form
        _ = try await request.send()
        request.configuration.encoderStrategy = { $0.method == "POST" ? .query : .json }
        _ = try await request.send()

        #expect(
            connector.lines == [
                "POST https://example.com/v1/files/a/raw", "POST https://example.com/v1/files/a/raw?title=t",
            ])
        #expect(try await connector.bodies() == ["title=t", nil])
    }

    @Test func datesUseTheConfiguredFormat() async throws {
        let connector = ScriptedConnector.always(#"{"name": "Ada", "since": 86400}"#)
        let request = PutFriendsUserIdRequest(user_id: "7").over(connector)
        request.configuration.dates = .secondsSince1970
        request.body = Friend(since: Date(timeIntervalSince1970: 3600))

        let response = try await request.send()

        #expect(try await connector.bodies() == [#"{"since":3600}"#])
        #expect(response.body?.since == Date(timeIntervalSince1970: 86_400))
    }

    @Test func ownTypesAreSentAndReceived() async throws {
        let id = UUID()
        let connector = ScriptedConnector.always(
            ##"{"color": "#00F", "points": [{"x": 1, "y": 2}, null, {"x": 1}], "id": "\##(id)", "anything": {"a": [1, "b"]}}"##
        )
        let request = PostOwnRequest().over(connector)
        request.color = Color(hex: "#F00")
        request.points = [Point(x: 3, y: 4)]
        request.id = id
        request.named = ["a": nil]

        let response = try await request.send()

        #expect(
            try await connector.bodies() == [
                ##"{"color":"#F00","id":"\##(id)","named":{"a":null},"points":[{"x":3,"y":4}]}"##
            ])
        #expect(
            response.color == Color(hex: "#00F") && response.points == [Point(x: 1, y: 2), nil, nil]
                && response.id == id)
        #expect(response.anything == ["a": [1, "b"]])
    }

    @Test func sendsAndReadsJSONObjects() async throws {
        let connector = ScriptedConnector.always(#"{"objects": {"a": {"b": [1, null]}, "c": "d"}}"#)
        let request = PostOwnRequest().over(connector)
        request.properties = ["none": nil, "page": 1, "tags": ["a", "b"]]

        let response = try await request.send()

        #expect(try await connector.bodies() == [#"{"properties":{"none":null,"page":1,"tags":["a","b"]}}"#])
        #expect(response.objects == ["a": ["b": [1, nil]], "c": "d"] as [String: JSONObject])
    }

    @Test func sendsTheLastValueOfASharedWireName() {
        var fields = ContentWriter()
        fields.write("first", "file")
        fields.write("last", "file")
        fields.write(String?.none, "file")

        #expect(fields.content == ["file": "last"])
    }

    @Test func fieldNamesMayMatchRequestMembers() async throws {
        let connector = ScriptedConnector.always(#"{"self": "s", "init": "i"}"#)
        let request = PostNamesRequest().over(connector)
        (request.url, request.content, request.method) = ("u", "c", "m")
        (request.send, request.`self`, request.wire) = ("s", "me", "w")

        let response = try await request.send()

        #expect(connector.lines == ["POST https://example.com/v1/names"])
        #expect(
            try await connector.bodies() == [
                #"{";\"= x\\":"w","content":"c","method":"m","self":"me","send":"s","url":"u"}"#
            ])
        #expect(response.`self` == "s" && response.`init` == "i")
    }

    @Test func fieldsNamedLikeMembersAreOrdinaryFields() async throws {
        let connector = ScriptedConnector.always()
        let request = PostHooksUrlQueryRequest(urlQuery: "q").over(connector)
        request.configuration.headers = ["Authorization": "Bearer own"]

        _ = try await request.send()
        (request.url, request.headers) = ("u", ["Authorization": "Bearer foreign", "X-Foreign": "1"])
        (request.redirects, request.deadlines, request.contentDecoder) = (false, 1, "d")
        _ = try await request.send()
        _ = try await Connection(request, config: request.client.config).response()

        let headers = #"{"Authorization":"Bearer foreign","X-Foreign":"1"}"#
        let body = #"{"contentDecoder":"d","deadlines":1,"headers":\#(headers),"redirects":false,"url":"u"}"#
        #expect(try await connector.bodies() == ["{}", body, body])
        #expect(connector.lines == Array(repeating: "POST https://example.com/v1/hooks/q", count: 3))
        #expect(
            connector.requests.allSatisfy {
                $0.headers["Authorization"] == "Bearer own" && $0.headers["X-Foreign"] == nil
            })
    }

    @Test func methodOfAnExtensionIsSent() async throws {
        let connector = ScriptedConnector.always()
        let request = GetSearchRequest().over(connector)
        request.text = "a"

        _ = try await request.send()
        _ = try await Connection(request, config: request.client.config).response()

        #expect(connector.lines == Array(repeating: "QUERY https://example.com/v1/search", count: 2))
        #expect(try await connector.bodies() == Array(repeating: #"{"text":"a"}"#, count: 2))
    }

    @Test func aRequestIsASpecForAConnection() async throws {
        let connector = ScriptedConnector(.response(.json("{}", statusCode: 503)), .response(.json(#"{"x": 1}"#)))
        let recorder = EventRecorder()
        let request = GetMyExampleRequest()
        request.configuration.baseURLString = "https://example.com"
        let config = ConnectionConfig(connector: connector, clock: ManualClock(), policies: [Again()])

        let response = try await Connection(request, config: config).addListener(recorder).response()

        #expect(response.x1 == 1 && connector.requests.count == 2)
        #expect(recorder.events.filter { $0 == .onStart || $0 == .onEnd } == [.onStart, .onEnd])
    }

    @Test func connectionKeepsTheValuesAtItsCreation() async throws {
        let connector = ScriptedConnector.always()
        let request = GetMyExampleRequest().over(connector)
        request.t1 = 1
        let connection = request.connection()
        request.t1 = 2

        _ = try await connection.response()

        #expect(connector.lines == ["GET https://example.com/v1/my/example?t=1"])
    }

    @Test func generatedRequestSupportsRecovery() async throws {
        let connector = ScriptedConnector(.failure(Lost()), .response(.json(#"{"x": 1}"#)))
        let request = GetMyExampleRequest().over(connector)

        let response = try await request.connection().addPolicy(Again()).response()

        #expect(response.x1 == 1 && connector.requests.count == 2)
    }

    @Test func specMembersApplyWhenSending() async throws {
        let connector = ScriptedConnector.always()
        let request = DeleteFriendsUserIdRequest(user_id: "7").over(connector)
        request.configuration.headers = ["X-Stage": "test"]

        _ = try await request.send()
        _ = try await Connection(request, config: request.client.config).response()

        #expect(
            connector.requests.allSatisfy { $0.headers["Idempotency-Key"] != nil && $0.headers["X-Stage"] == "test" })
        #expect(connector.lines == Array(repeating: "DELETE https://example.com/v1/friends/7?force=yes", count: 2))
    }

    private struct Lost: Error {}

    private struct Again: RecoveryPolicy {
        func recovery(from failure: RecoveryContext) async -> Recovery {
            failure.attempt == 1 ? .restart(after: .zero) : .giveUp
        }
    }
}

extension DeleteFriendsUserIdRequest {
    var request: HTTP { get throws { try makeRequest().query("force", "yes").idempotencyKey() } }
}

extension GetSearchRequest {
    var request: HTTP { get throws { try makeRequest().method("QUERY") } }
}
