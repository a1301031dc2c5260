import AbstractHTTPServices
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Where the places of @Params put a parameter, and how it is written there.
@Suite(.tags(.libcurl)) struct PlaceTests {
    private let server: LoopbackServer
    private let service: PlacesClient

    init() throws {
        TestConnector.becomeDefault()
        server = try LoopbackServer { request in
            switch request.headers["X-Kind"] {
            case "pending": LoopbackResponse(statusCode: 202, headers: ["Retry-After": "5"])
            case "unknown": LoopbackResponse(statusCode: 404)
            case "invalid": .json(#"{"login":"ada"}"#, statusCode: 422)
            case "done": .json(#"{"login":"ada"}"#)
            default: .text("\(request.method) \(request.target)")
            }
        }
        service = PlacesClient(baseURL: server.url) { _ in }
    }

    @Test func aPlaceHasAFormatOfItsOwn() async throws {
        let date = Date(timeIntervalSince1970: 784_111_777)

        #expect(try await service.day(day: date, ids: [7, 8]) == "GET /days/784111777?id=7%7C8")
        #expect(
            try await service.free(filter: ["a": 1], free: ["tags": ["x", "y"], "limit": ["9"]], limit: 2)
                == "GET /items?filter.a=1&tags=x,y&limit=2")
        #expect(
            try await service.free(filter: [:], free: ["limit": ["9"]], limit: nil) == "GET /items?limit=9")
    }

    @Test func headerFieldsHaveFormatsAndPrefixes() async throws {
        _ = try await service.headers(
            since: Date(timeIntervalSince1970: 784_111_777), meta: ["a": "1", "Own": "map"], own: "named",
            json: Data("true".utf8), none: [], limits: [.infinity, 1])

        let headers = try #require(server.requests.first?.headers)
        #expect(headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(headers["X-Meta-a"] == "1" && headers["X-Meta-Own"] == "named")
        #expect(headers["X-Json"] == "dHJ1ZQ==")
        #expect(headers["X-None"] == "")
        #expect(headers["X-Limits"] == "Infinity, 1")
    }

    @Test func fieldsOfAFormHaveFormats() async throws {
        _ = try await service.form(tags: ["a", "b"], more: ["x": true, "y": false])

        #expect(server.requests.first?.text == "tag%5B%5D=a&tag%5B%5D=b&x=1&y=0")
    }

    @Test func aBodyHasItsContentType() async throws {
        _ = try await service.image(image: Data("a".utf8))
        _ = try await service.image(image: nil)
        _ = try await service.typedImage(image: Data("a".utf8), type: nil)
        _ = try await service.typedImage(image: Data("a".utf8), type: "image/webp")

        let types = server.requests.map { $0.headers["Content-Type"] }
        #expect(types == ["image/png", nil, "image/gif", "image/webp"])
        #expect(server.requests.map(\.text) == ["a", "", "a", "a"])
    }

    @Test func parametersHaveDefaultValues() async throws {
        #expect(try await service.page() == "GET /page?page=1&sort=ascending")
        #expect(try await service.page(page: 2, sort: nil) == "GET /page?page=2")
    }

    @Test func aParameterCanHaveTheNameOfAKeyword() async throws {
        #expect(
            try await service.words(in: 7, default: true, self: 1, for: "ada", class: "b")
                == "GET /words/7?default=true&value=1&user=ada&class=b")
    }

    @Test(
        arguments: [
            ("done", Order.done(User(login: "ada")), nil), ("pending", .pending(retryAfter: "5"), nil),
            ("unknown", nil, Refusal.unknown), ("invalid", nil, .invalid(User(login: "ada"))),
        ] as [(String, Order?, Refusal?)])
    func theStatusDecidesTheModel(kind: String, order: Order?, refusal: Refusal?) async {
        var service = service
        service.configuration.headers["X-Kind"] = kind
        do {
            let answer = try await service.orders()
            #expect(answer == order)
        } catch {
            #expect((error as? ConnectionError)?.failureModel as? Refusal == refusal && refusal != nil)
        }
    }
}
