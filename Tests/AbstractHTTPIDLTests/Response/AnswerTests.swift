import AbstractHTTP
import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Header fields of responses, and models by status.
@Suite struct AnswerTests {
    private func find(
        _ status: Int = 200, _ body: String = "{}", _ headers: HTTPHeaders = [:]
    ) async throws(ConnectionError) -> FindParcelResponse {
        var headers = headers
        headers["Content-Type"] = headers["Content-Type"] ?? "application/json"
        let response = HTTPResponse(statusCode: status, headers: headers, data: Data(body.utf8))
        return try await FindParcelRequest(id: 7).over(ScriptedConnector { _, _ in .response(response) }).send()
    }

    private func found(_ headers: HTTPHeaders) async throws -> FindParcelResponse200 {
        guard case .status200(let found) = try await find(200, #"{"id": 7}"#, headers).body else { throw Broken() }
        return found
    }

    @Test func headerFieldsAreRead() async throws {
        let found = try await found([
            "ETag": "\"7\"", "X-Left": "3", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "X-Expires": "7.5",
            "X-Sizes": "1, 2 ,3", "X-Names": #""a, b", c"#, "X-Cached": "true", "X-Meta-Color": "red",
            "x-meta-Size": "7",
        ])

        #expect(found.body?.id == 7)
        #expect(found.etag == "\"7\"" && found.left == 3 && found.cached == true)
        #expect(found.modified == Date(timeIntervalSince1970: 784_111_777))
        #expect(found.expires == Date(timeIntervalSince1970: 7.5))
        #expect(found.sizes == [1, 2, 3] && found.names == ["a, b", "c"])
        #expect(found.meta == ["Color": "red", "Size": "7"])
    }

    @Test func headerFieldsThatAreMissingOrOfAnotherTypeAreNil() async throws {
        let found = try await found(["X-Sizes": "1, two", "X-Cached": "maybe", "Last-Modified": "yesterday"])

        #expect(found.etag == nil && found.sizes == nil && found.cached == nil && found.modified == nil)
        #expect(found.left == 9 && found.meta == nil && found.names == nil)
    }

    @Test(arguments: [("?1", true), ("?0", false), ("false", false)]) func headerOfABooleanIsRead(
        _ text: String, _ value: Bool
    ) async throws {
        #expect(try await found(["X-Cached": text]).cached == value)
    }

    @Test func statusChoosesTheModelOfAResponse() async throws {
        guard case .status202(let accepted) = try await find(202, #"{"job": "j"}"#).body else { throw Broken() }
        #expect(accepted.job == "j" && accepted.rawResponse.statusCode == 202)
        guard case .status204 = try await find(204, "").body else { throw Broken() }
        guard case .other(let content) = try await find(203, #"{"any": 1}"#).body else { throw Broken() }
        #expect(content == ["any": 1])
    }

    @Test func statusChoosesTheModelOfAFailure() async throws {
        func failed(_ status: Int, _ body: String, _ headers: HTTPHeaders = [:]) async throws -> FindParcelFailureBody {
            let error = await failure { try await find(status, body, headers) }
            #expect(error?.type == .invalidResponse && error?.response?.statusCode == status)
            return try #require(error?.failureModel as? FindParcelFailure).body
        }

        guard case .status404 = try await failed(404, "") else { throw Broken() }
        guard case .status429(let limit) = try await failed(429, #"{"reason": "slow"}"#, ["Retry-After": "5"]) else {
            throw Broken()
        }
        #expect(limit.reason == "slow" && limit.seconds == 5)
        let text: HTTPHeaders = ["Content-Type": "text/plain"]
        guard case .status5XX("down") = try await failed(502, "down", text) else { throw Broken() }
        guard case .other(let problem) = try await failed(400, #"{"code": 3}"#) else { throw Broken() }
        #expect(problem.code == 3)
    }

    @Test(arguments: [(400, true), (422, true), (409, false), (500, false)])
    func modelOfSomeStatusesIsReadForThese(_ status: Int, _ hasModel: Bool) async {
        let response = HTTPResponse(
            statusCode: status, headers: ["Content-Type": "application/json"], data: Data(#"{"code": 3}"#.utf8))
        let request = PatchParcelsIdRequest(id: "7").over(ScriptedConnector { _, _ in .response(response) })

        let error = await failure { try await request.send() }

        #expect(error?.type == .invalidResponse)
        #expect((error?.failureModel as? ParcelProblem)?.code == (hasModel ? 3 : nil))
    }

    @Test func failureThatIsNotItsModelKeepsTheBytes() async {
        let page: HTTPHeaders = ["Content-Type": "text/html"]

        let error = await failure { try await find(400, "<h1>Bad</h1>", page) }

        #expect(error?.failureModel == nil && error?.response?.text == "<h1>Bad</h1>")
        #expect(error?.type == .invalidResponse)
    }

    @Test func failureOfACallbackHasItsModel() async {
        let response = HTTPResponse(
            statusCode: 400, headers: ["Content-Type": "application/json"], data: Data(#"{"code": 3}"#.utf8))
        let request = PatchParcelsIdRequest(id: "7").over(ScriptedConnector { _, _ in .response(response) })
        let failed = Promise<ConnectionError>()

        request.send(completion: { _ in }) { failed.fulfill($0) }

        #expect((await failed.value().failureModel as? ParcelProblem)?.code == 3)
    }

    @Test func streamHasHeaderFieldsAndFailures() async throws {
        let lines = "{\"@type\":\"book\",\"title\":\"A\"}\n{\"@type\":\"map\"}\n"
        let response = HTTPResponse(
            statusCode: 200, headers: ["Content-Type": "application/x-ndjson", "X-Trace": "t"], data: Data(lines.utf8))
        let stream = try await ShipParcelRequest(id: "7").over(ScriptedConnector { _, _ in .response(response) }).send()

        var items: [ParcelItem] = []
        for try await item in stream.body { items.append(item) }

        #expect(stream.trace == "t")
        #expect(items == [.book(ParcelBook(title: "A")), .other(["@type": "map"])])

        let failing = HTTPResponse(
            statusCode: 503, headers: ["Content-Type": "application/json"], data: Data(#"{"code": 3}"#.utf8))
        let error = await failure {
            try await ShipParcelRequest(id: "7").over(ScriptedConnector { _, _ in .response(failing) }).send()
        }
        #expect((error?.failureModel as? ParcelProblem)?.code == 3)
    }
}
