import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What a server says about a failure.
@Suite struct FailureModelTests {
    struct APIError: Decodable, Equatable, Sendable {
        var code: Int
    }

    struct TypedSpec: ConnectionSpec {
        typealias ResponseModel = String
        typealias FailureModel = APIError
        var request: HTTP { HTTP("https://example.com/") }
    }

    @Test func theModelComesWithTheStatusAndTheBytes() async {
        let error = await failure(Response(statusCode: 422, data: Data(#"{"code": 7}"#.utf8)))

        #expect(error?.type == .invalidResponse)
        #expect(error?.failureModel as? APIError == APIError(code: 7))
        #expect(error?.response?.statusCode == 422 && error?.response?.text == #"{"code": 7}"#)
        #expect(error?.underlying == nil)
        #expect(error?.description.contains("code: 7") == true)
    }

    @Test func undecodableErrorPageIsKept() async {
        let error = await failure(.text("<html>Bad Gateway</html>", statusCode: 502))

        #expect(error?.type == .invalidResponse && error?.failureModel == nil)
        #expect(error?.response?.statusCode == 502 && error?.response?.text == "<html>Bad Gateway</html>")
        #expect(error?.underlying is DecodingError)
    }

    @Test func aFailureWithoutContentHasNoModel() async {
        let error = await failure(Response(statusCode: 500))

        #expect(error?.type == .invalidResponse && error?.failureModel == nil && error?.underlying == nil)
    }

    @Test func undeclaredFailureModelIsNotParsed() async {
        let error = await TestSupport.failure(
            of: Connection(TextSpec(), config: .over(MockConnector { _ in .text("x", statusCode: 500) })))

        #expect(error?.type == .invalidResponse && error?.failureModel == nil && error?.underlying == nil)
    }

    @Test func parseFailureCreatesACustomModel() async {
        struct OwnSpec: ConnectionSpec {
            typealias ResponseModel = String
            var request: HTTP { HTTP("https://example.com/") }
            func parseFailure(response: Response) -> Int? { Int(response.text) }
        }

        let error = await TestSupport.failure(
            of: Connection(OwnSpec(), config: .over(MockConnector { _ in .text("13", statusCode: 500) })))

        #expect(error?.failureModel as? Int == 13)
    }

    @Test func streamFailureIsParsed() async {
        struct LiveSpec: ConnectionSpec {
            typealias ResponseModel = ResponseStream
            typealias FailureModel = APIError
            var request: HTTP { HTTP("https://example.com/") }
        }

        let response = Response(statusCode: 500, data: Data(#"{"code": 7}"#.utf8))
        let error = await TestSupport.failure(
            of: Connection(LiveSpec(), config: .over(MockConnector { _ in response })))

        #expect(error?.failureModel as? APIError == APIError(code: 7))
    }

    @Test func aRequestWithoutASpecHasATypedFailureToo() async {
        let response = Response(statusCode: 400, data: Data(#"{"code": 7}"#.utf8))
        let connection = HTTP("https://example.com/")
            .asDecodable(String.self, failure: APIError.self, config: .over(MockConnector { _ in response }))

        let error = await TestSupport.failure(of: connection)

        #expect(error?.failureModel as? APIError == APIError(code: 7))
    }

    @Test func problemDetailsNeedNoDeclaration() async {
        let body = """
            {"type": "https://example.com/credit", "title": "No credit", "status": 403, "detail": "30 of 50",
             "instance": "/account/12", "balance": 30, "accounts": ["/a"]}
            """
        let error = await failure(problem(body))

        var expected = ProblemDetails(["balance": 30, "accounts": ["/a"]])
        expected.type = "https://example.com/credit"
        expected.title = "No credit"
        expected.status = 403
        expected.detail = "30 of 50"
        expected.instance = "/account/12"
        let details = error?.problemDetails
        #expect(Set(details?.extensions ?? [:]) == Set(expected.extensions))
        expected.extensions = details?.extensions ?? [:]
        #expect(details == expected)
    }

    @Test(arguments: [
        #"{"type": 5, "title": ["x"], "status": "403", "detail": null}"#, "{}",
    ])
    func membersOfAnotherTypeAreIgnored(body: String) async {
        let details = await failure(problem(body))?.problemDetails

        #expect(details == ProblemDetails([:]) && details?.type == "about:blank")
    }

    @Test(arguments: ["", "[]", "<html>", "5"])
    func otherBodiesHaveNoProblemDetails(body: String) async {
        #expect(await failure(problem(body))?.problemDetails == nil)
        #expect(await failure(.text("{}", statusCode: 403))?.problemDetails == nil)
    }

    private func problem(_ body: String) -> Response {
        Response(statusCode: 403, headers: ["Content-Type": "application/problem+json"], data: Data(body.utf8))
    }

    private func failure(_ response: Response) async -> ConnectionError? {
        await TestSupport.failure(
            of: Connection(TypedSpec(), config: .over(MockConnector { _ in response })))
    }
}
