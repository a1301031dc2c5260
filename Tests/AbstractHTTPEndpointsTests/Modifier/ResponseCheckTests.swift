import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Which responses an endpoint accepts.
@Suite struct ResponseCheckTests {
    private let connector = ScriptedConnector.always("[]")

    @Test func acceptedStatusesReplaceTheDefault() async throws {
        let teapot = ScriptedConnector.always("[418]", statusCode: 418)
        let endpoint = GET<None, [Int]>("a").over(teapot)

        #expect(try await endpoint.accepting(statusCodes: 204, 418)() == [418])
        #expect(try await endpoint.accepting(statusCodes: [418])() == [418])
        #expect(try await endpoint.accepting(statusCodes: 0..<Int.max)() == [418])
        #expect(try await endpoint.accepting(statusCodes: 400...)() == [418])
        #expect(await failure { try await endpoint.accepting(statusCodes: 419...)() }?.type == .invalidResponse)
        let error = await failure {
            try await GET<None, [Int]>("a").over(connector).accepting(statusCodes: [201])()
        }
        #expect(error?.type == .invalidResponse)
    }

    @Test func acceptedStatusCanHaveItsOwnOutput() async throws {
        let endpoint = GET<None, [Int]>("a").over(ScriptedConnector.always("?", statusCode: 404))

        #expect(try await endpoint.accepting(404, 410) { response in [response.statusCode] }() == [404])
        #expect(try await endpoint.accepting(404) { _ in [] }.accepting(404) { _ in [1] }() == [1])
        let form = GET<None, [String: String]>("a").over(ScriptedConnector.always("a=b", statusCode: 404))
            .decoder(FormContentDecoder()).accepting(404) { try $0.decoded() }
        #expect(try await form() == ["a": "b"])
    }

    @Test(arguments: [
        ("application/json; charset=utf-8", true), ("image/png", true), ("Text/HTML", false), ("imagery/x", false),
        ("application/problem+json", false),
    ])
    func otherMediaTypesAreRejected(contentType: String, isAccepted: Bool) async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 200, headers: ["Content-Type": contentType], data: Data("x".utf8))))
        let endpoint = GET<None, None>("a").over(connector).accepting(contentTypes: ["application/json , image/*"])

        let error = await failure { try await endpoint() }

        #expect(connector.requests.first?.headers[.accept] == "application/json, image/*")
        let refused = UnacceptableContentType(
            MediaType(contentType), accepted: ["application/json", "image/*"])
        #expect(error?.underlying as? UnacceptableContentType == (isAccepted ? nil : refused))
    }

    @Test func anEmptyResponseNeedsNoMediaTypeAndABodyDoes() async throws {
        let empty = ScriptedConnector(.response(Response(statusCode: 204)))
        let bare = ScriptedConnector(.response(Response(statusCode: 200, data: Data("x".utf8))))
        let endpoint = GET<None, None>("a").accepting(contentTypes: "*/*")

        try await endpoint.over(empty)()
        let error = await failure { try await endpoint.over(bare)() }

        #expect(
            error?.underlying.map { "\($0)" }
                == "a body without a Content-Type is not among those that are accepted: */*")
    }

    @Test func aHEADHasAMediaTypeWithoutABody() async throws {
        let head = ScriptedConnector { _, _ in
            .response(Response(statusCode: 200, headers: ["Content-Type": "text/html"]))
        }

        #expect(
            await failure { try await HEAD<None, None>("a").over(head).accepting(contentTypes: "image/png")() } != nil)
        try await GET<None, None>("a").over(head).accepting(contentTypes: "image/png")()
    }

    @Test func checksAreMadeInTheirOrder() async throws {
        let endpoint = GET<None, None>("a").over(connector)
            .validate { $0.statusCode == 200 }
            .validate { response in throw Broken(reason: response.text) }
            .validate { _ in throw Broken(reason: "too late") }

        let thrown = await failure { try await endpoint() }
        let refused = await failure {
            try await GET<None, None>("a").over(connector).validate { $0.text == "{}" }()
        }

        #expect(thrown?.type == .invalidResponse && thrown?.underlying as? Broken == Broken(reason: "[]"))
        #expect(refused?.type == .invalidResponse && refused?.underlying == nil)
        let typed = await failure {
            try await GET<None, None>("a").over(connector).validate { _ in throw ConnectionErrorType.validation }()
        }
        #expect(typed?.underlying as? ConnectionErrorType == .validation)
    }

    @Test func checkGivesTheReasonOfARefusedStatus() async {
        let refusing = ScriptedConnector.always("out of stock", statusCode: 409)
        let endpoint = GET<None, None>("a").over(refusing)

        let thrown = await failure { try await endpoint.validate { throw Broken(reason: $0.text) }() }
        let accepted = await failure { try await endpoint.validate { _ in true }() }
        let rejected = await failure { try await endpoint.validate { _ in false }() }

        #expect(thrown?.type == .invalidResponse && thrown?.underlying as? Broken == Broken(reason: "out of stock"))
        #expect(thrown?.response?.statusCode == 409)
        #expect(accepted?.type == .invalidResponse && accepted?.underlying == nil)
        #expect(rejected?.type == .invalidResponse && rejected?.underlying == nil)
    }

    @Test func checkDoesNotHideARefusedMediaType() async {
        let endpoint = GET<None, None>("a").over(connector).accepting(contentTypes: "image/png")

        let rejected = await failure { try await endpoint.validate { _ in false }() }
        let thrown = await failure { try await endpoint.validate { _ in throw Broken(reason: "reason") }() }

        #expect(rejected?.underlying is UnacceptableContentType)
        #expect(thrown?.underlying as? Broken == Broken(reason: "reason"))
    }

    @Test func statusWithItsOwnOutputIsNotChecked() async throws {
        let endpoint = GET<None, String>("a").over(ScriptedConnector.always("no", statusCode: 404))
            .accepting(404) { _ in "none" }.validate { _ in false }

        #expect(try await endpoint() == "none")
    }

    @Test func aFailureHasAModel() async {
        let endpoint = GET<None, None>("a").over(
            ScriptedConnector.always(#"{"index": 1, "total": 2}"#, statusCode: 422)
        )
        .failureModel(Page.self)

        let error = await failure { try await endpoint() }

        #expect(error?.failureModel as? Page == Page(index: 1, total: 2))
    }
}
