import AbstractHTTP
import AbstractHTTPCookies
import AbstractHTTPDefinitions
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// What is sent and read: paths, streams, dates, and cookies.
@Suite(.timeLimit(.minutes(5))) struct ContentTests {
    /// A body, and the texts of the elements before its error.
    struct Answer: CustomTestStringConvertible, Sendable {
        let body: String
        let mediaType: String
        let elements: [String]

        init(_ body: String, mediaType: String = "text/event-stream", elements: [String] = []) {
            (self.body, self.mediaType, self.elements) = (body, mediaType, elements)
        }

        var testDescription: String { "\(mediaType): \(body)" }
    }

    // MARK: - Paths

    @Test(arguments: [[:], ["id": ""]])
    func pathVariableWithoutAValueIsAnErrorBeforeAnythingIsSent(_ parameters: DefinitionParameters) async throws {
        let connector = ScriptedConnector.always()
        let api = DefinitionAPI(
            baseURL: "https://a.example/", config: ConnectionConfig(connector: connector),
            cache: HTTPCache())
        try api.store.load(json: Data(#"{"Delete": {"Path": "tasks/{id}", "Method": "DELETE"}}"#.utf8))

        let error = await failure {
            _ = try await api.request("Delete", as: HTTPContent.self, parameters: parameters)
        }

        #expect(error?.type == .invalidRequest || error?.type == .invalidURL)
        #expect(connector.lines == [])
    }

    @Test func anErrorShowsAnEmptySegmentWithoutItsMark() async {
        let config = ConnectionConfig(baseURL: "https://a.example", connector: ScriptedConnector.always())

        let error = await failure { try await Connection(Product(id: ""), config: config).response() }

        #expect(error?.description.hasPrefix("GET /products/: invalidURL") == true)
    }

    @Test func baseURLWithoutASchemeIsToldThatItNeedsOne() async {
        let config = ConnectionConfig(baseURL: "api.example.com", connector: ScriptedConnector.always())

        let error = await failure { try await HTTP("/x").asString(config: config).response() }

        #expect(error?.description.contains("https://") == true)
    }

    // MARK: - Streams

    @Test(arguments: [
        Answer("data: {\"text\":\"a\"}\n\ndata: \(overloaded)\n\n", elements: ["a"]),
        Answer(overloaded, mediaType: "application/json"),
    ])
    func errorOfATypedStreamIsTheFailureModel(_ answer: Answer) async {
        let (elements, error) = await read(Delta.self, answer)

        #expect(elements.map(\.text) == answer.elements)
        #expect(error?.failureModel as? APIFailure == APIFailure(error: .init(message: "Overloaded")))
    }

    @Test func errorOfAStreamWithOptionalMembersIsTheFailureModel() async {
        let answer = Answer("data: \(overloaded)\n\n")

        let (elements, error) = await read(Loose.self, answer)

        #expect(elements == [])
        #expect(error?.failureModel as? APIFailure == APIFailure(error: .init(message: "Overloaded")))
    }

    @Test(arguments: ["data:\n\n", "data\n\n"])
    func emptyEventIsSkippedByATypedStream(_ signOfLife: String) async {
        let answer = Answer(signOfLife + "data: {\"text\":\"a\"}\n\n" + signOfLife)

        let (elements, error) = await read(Delta.self, answer)

        #expect(elements.map(\.text) == ["a"])
        #expect(error?.type == nil)
    }

    // MARK: - Dates

    @Test(arguments: [
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("1500-03-01T00:00:00Z", -14_826_672_000),
        ("2024-06-17t18:15:59z", 1_718_648_159), ("2024-06-17 18:15:59Z", 1_718_648_159),
    ])
    func dateOfISO8601IsRead(_ text: String, _ seconds: TimeInterval) async throws {
        let config = ConnectionConfig(connector: ScriptedConnector.always(#"{"date":"\#(text)"}"#))

        let event = try await HTTP("https://a.example").asDecodable(DatedEvent.self, config: config).response()

        #expect(event.date.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        (-62_135_596_800, "0001-01-01T00:00:00Z"), (-14_826_672_000, "1500-03-01T00:00:00Z"),
    ])
    func dateIsWrittenInTheGregorianCalendar(_ seconds: TimeInterval, _ text: String) async throws {
        let event = DatedEvent(date: Date(timeIntervalSince1970: seconds))

        let written = try await JSONContentEncoder().encode(event).body?.text()

        #expect(written == #"{"date":"\#(text)"}"#)
    }

    // MARK: - Cookies

    @Test(arguments: ["localhost", "127.0.0.1", "[::1]", "app.localhost"])
    func localServerGetsItsSecureCookiesBack(_ host: String) async throws {
        let connector = ScriptedConnector { _, _ in
            .response(.text("x", headers: ["Set-Cookie": "sid=1; Path=/; Secure"]))
        }
        var config = ConnectionConfig(baseURL: "http://\(host):8080", connector: connector)
        config.cookieJar = CookieJar()

        for _ in 0..<2 { _ = try await HTTP("/x").asString(config: config).response() }

        #expect(connector.requests.map { $0.headers[.cookie] } == [nil, "sid=1"])
    }

    /// The elements of a stream, and the error that ends it.
    private func read<Element: Decodable & Sendable>(
        _ type: Element.Type, _ answer: Answer
    ) async -> ([Element], ConnectionError?) {
        let connector = ScriptedConnector.always(answer.body, mediaType: answer.mediaType)
        let config = ConnectionConfig(connector: connector)
        var elements: [Element] = []
        let error = await failure {
            for try await element in try await Connection(Chat<Element>(), config: config).response() {
                elements.append(element)
            }
        }
        return (elements, error)
    }
}

private let overloaded = #"{"error":{"message":"Overloaded"}}"#

private struct Product: ConnectionSpec {
    typealias ResponseModel = String
    let id: String
    var request: HTTP { HTTP("/products/\(segment: id)") }
}

private struct Chat<Element: Decodable & Sendable>: ConnectionSpec {
    typealias ResponseModel = EventStream<Element>
    typealias FailureModel = APIFailure
    var request: HTTP { HTTP("https://a.example/chat") }
}

private struct Delta: Decodable, Sendable {
    var text: String
}

private struct Loose: Decodable, Equatable, Sendable {
    var id: String?
    var choices: [String]?
}

private struct APIFailure: Decodable, Equatable, Sendable {
    struct Reason: Decodable, Equatable, Sendable {
        var message: String
    }

    var error: Reason
}

private struct DatedEvent: Codable, Sendable {
    var date: Date
}
