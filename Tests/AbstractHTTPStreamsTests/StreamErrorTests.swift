import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPServices
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Errors that a server reports inside a typed stream, or instead of one.
@Suite(.timeLimit(.minutes(5))) struct StreamErrorTests {
    // MARK: - In all styles

    @Test(
        arguments: StreamStyle.all,
        [
            StreamAnswer(.eventStream, "data: {\"choices\":[1]}\n\ndata: \(overloaded)\n\n", elements: 1),
            StreamAnswer(.eventStream, "event: error\ndata: \(overloaded)\n\n"),
            StreamAnswer(.json, overloaded),
            StreamAnswer(.lines, "{\"choices\":[1]}\n\(overloaded)\n", elements: 1),
            StreamAnswer(.sequence, "\u{1E}{\"choices\":[1]}\n\u{1E}\(overloaded)\n", elements: 1),
        ])
    func reportedErrorIsTheFailureModel(_ style: StreamStyle, _ answer: StreamAnswer) async {
        let (elements, error) = await style.read(answer)

        #expect(elements == answer.elements)
        #expect(error?.type == .invalidResponse)
        #expect(error?.failureModel.map { "\($0)" }?.contains("Overloaded") == true)
    }

    @Test(arguments: [
        StreamAnswer(.eventStream, "data: \(overloaded)\n\n"),
        StreamAnswer(.eventStream, "event: error\ndata: \(overloaded)\n\n"),
        StreamAnswer(.eventStream, "event: error\ndata: Overloaded\n\n"),
        StreamAnswer(.json, overloaded), StreamAnswer(.lines, overloaded),
        StreamAnswer(.sequence, "\u{1E}\(overloaded)\n"),
        StreamAnswer(.eventStream, "data: {\"error\":\"Overloaded\"}\n\n"),
        StreamAnswer(.eventStream, "data: {\"errors\":[{\"detail\":\"Overloaded\"}]}\n\n"),
    ])
    func errorWithoutAFailureModelShowsTheTextOfTheServer(_ answer: StreamAnswer) async {
        let (elements, error) = await StreamStyle.unexplained.read(answer)

        #expect(elements == 0)
        #expect(error?.description.contains(#"the server says "Overloaded""#) == true)
    }

    // MARK: - What is an error

    @Test func elementThatOnlyTheFailureModelReadsIsAFailure() async {
        let error = await self.error(of: Delta.self, #"{"code":7}"#, failure: APIError.self)

        #expect(error?.type == .invalidResponse)
        #expect(error?.failureModel as? APIError == APIError(code: 7))
    }

    @Test(arguments: [#"{"text":1}"#, #"{"text":"#, "[1]", "7"])
    func elementThatCannotBeDecodedIsAParseError(_ element: String) async {
        let strict = await error(of: Delta.self, element, failure: APIError.self)
        let lenient = await error(of: Delta.self, element, failure: Notice.self)
        let untyped = await error(of: Delta.self, element, failure: HTTPContent.self)

        #expect([strict, lenient, untyped].map { $0?.type } == [.parse, .parse, .parse])
        #expect([strict, lenient, untyped].allSatisfy { $0?.underlying is StreamElementError })
    }

    @Test func failureModelWithOptionalMembersNeedsOneOfThem() async {
        let error = await error(of: Delta.self, #"{"notice_text":"closed"}"#, failure: Notice.self)

        #expect(error?.failureModel is Notice)
    }

    @Test func valueThatReadsTheErrorItselfIsAnElement() async throws {
        struct Reply: Decodable, Sendable {
            var text: String?
            var error: HTTPContent?
        }

        #expect(try await elements(of: Reply.self, overloaded).map { $0.error != nil } == [true])
    }

    @Test func valueWithMembersBesideAnErrorIsAnElement() async throws {
        struct Part: Decodable, Sendable {
            var chunkID: String?
        }

        #expect(try await elements(of: Part.self, #"{"chunk_id":"a","error":{}}"#).count == 1)
        #expect(try await elements(of: Part.self, #"{"error":null}"#).count == 1)
    }

    @Test(arguments: ["false", "\"\"", "[]", "{}", "0"]) func emptyErrorMemberIsIgnored(_ error: String) async throws {
        #expect(try await elements(of: Loose.self, #"{"error":\#(error)}"#).count == 1)
    }

    @Test func elementIsDecodedOnlyAsTheServerSentIt() async throws {
        struct Event: Decodable, Sendable {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            let kind: String

            init(from decoder: any Decoder) throws {
                kind = try decoder.container(keyedBy: Key.self).allKeys[0].stringValue
            }
        }

        #expect(try await elements(of: Event.self, overloaded).map(\.kind) == ["error"])
    }

    @Test func lineIsAFailureOnlyIfItsModelReadsAMember() async {
        let answer = StreamAnswer(.json, "{\"text\":\"a\"}\n{\"text\":1}\n")

        let error = await failure {
            for try await _ in try await Connection(
                Chat<JSONLines<Delta>, Notice>(), config: answer.config
            ).response() {}
        }

        #expect(error?.type == .parse && error?.failureModel == nil)
    }

    @Test func logOmitsElements() async {
        let log = LockedValue<[String]>([])
        let answer = StreamAnswer(
            .eventStream, #"data: {"text":{"name":"Jane Doe"},"error":{"message":"Jane"}}"# + "\n\n")
        var config = answer.config
        config.log = { line in log.withLock { $0.append(line) } }

        _ = await failure { [config] in
            for try await _ in try await Connection(Chat<EventStream<Delta>, Never>(), config: config).response() {}
        }

        let lines = log.withLock { $0 }.filter { $0.contains("failure") }
        #expect(lines.count == 1 && !lines.contains { $0.contains("Jane") || $0.contains("\"text\"") })
    }

    @Test func valueThatReadsEverythingIsAnElement() async throws {
        #expect(try await elements(of: HTTPContent.self, overloaded).count == 1)
        #expect(try await elements(of: HTTPContent?.self, overloaded).count == 1)
        #expect(try await elements(of: [String: HTTPContent].self, overloaded).count == 1)
        #expect(try await elements(of: String.self, overloaded) == [overloaded])
    }

    @Test func membersOfASuperclassAreRead() async throws {
        class Base: Decodable {
            let error: [String: String]?
        }
        final class Derived: Base, @unchecked Sendable {
            var text: String?
        }

        #expect(try await elements(of: Derived.self, overloaded).map { $0.error != nil } == [true])
    }

    @Test func dataOfAnEventThatCannotBeDecodedNamesTheModel() {
        let event = ServerSentEvent(data: #"{"Text":"a"}"#)

        let error = #expect(throws: DecodingError.self) { try event.decoded(as: Delta.self) }

        #expect(error.map { "\($0)" }?.contains("the model is Delta") == true)
    }

    /// The elements of a stream with one event.
    private func elements<Value: Decodable & Sendable>(of type: Value.Type, _ element: String) async throws -> [Value] {
        let body = ResponseBody(Data("data: \(element)\n\n".utf8))
        return try await body.events(of: Value.self).reduce(into: []) { $0.append($1) }
    }

    private func error<Value: Decodable & Sendable, Failure: Decodable & Sendable>(
        of type: Value.Type, _ element: String, failure: Failure.Type
    ) async -> ConnectionError? {
        let answer = StreamAnswer(.eventStream, "data: \(element)\n\n")
        return await TestSupport.failure {
            for try await _ in try await Connection(
                Chat<EventStream<Value>, Failure>(), config: answer.config
            ).response() {}
        }
    }
}

private let overloaded = #"{"error":{"message":"Overloaded"}}"#

/// What a server answers, and how many elements are read before the error.
struct StreamAnswer: Sendable, CustomTestStringConvertible {
    enum Format: String {
        case eventStream = "text/event-stream"
        case json = "application/json"
        case lines = "application/x-ndjson"
        case sequence = "application/json-seq"
    }

    let format: Format
    let body: String
    let elements: Int

    init(_ format: Format, _ body: String, elements: Int = 0) {
        (self.format, self.body, self.elements) = (format, body, elements)
    }

    var testDescription: String { "\(format.rawValue): \(body)" }

    var config: ConnectionConfig {
        ConnectionConfig(
            baseURL: "https://a.example", connector: ScriptedConnector.always(body, mediaType: format.rawValue))
    }
}

/// How an endpoint with a stream is written.
struct StreamStyle: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let open: @Sendable (StreamAnswer) async throws -> AnyElements

    private init(_ name: String, _ open: @escaping @Sendable (StreamAnswer) async throws -> AnyElements) {
        (testDescription, self.open) = (name, open)
    }

    static let all = [
        StreamStyle("spec") { answer in
            switch answer.format {
            case .lines: try await spec(JSONLines<Loose>.self, Explanation.self, answer)
            case .sequence: try await spec(JSONTextSequence<Loose>.self, Explanation.self, answer)
            default: try await spec(EventStream<Loose>.self, Explanation.self, answer)
            }
        },
        StreamStyle("function") { answer in
            switch answer.format {
            case .lines: try await function(JSONLines<Loose>.self, answer)
            case .sequence: try await function(JSONTextSequence<Loose>.self, answer)
            default: try await function(EventStream<Loose>.self, answer)
            }
        },
        StreamStyle("service") { answer in
            var configuration = ServiceConfiguration(baseURL: "https://a.example")
            (configuration.connectionConfig, configuration.failureModel) = (answer.config, Explanation.self)
            let service = LooseStreamsClient(configuration: configuration)
            return switch answer.format {
            case .lines: AnyElements(try await service.lines())
            case .sequence: AnyElements(try await service.sequence())
            default: AnyElements(try await service.events())
            }
        },
        StreamStyle("definition") { answer in
            let api = DefinitionAPI(baseURL: "https://a.example", config: answer.config, cache: HTTPCache())
            try api.store.load(json: Data(#"{"A": {"Path": "a"}}"#.utf8))
            return switch answer.format {
            case .lines: AnyElements(try await api.request("A", as: JSONLines<Loose>.self))
            case .sequence: AnyElements(try await api.request("A", as: JSONTextSequence<Loose>.self))
            default: AnyElements(try await api.request("A", as: EventStream<Loose>.self))
            }
        },
    ]

    /// A spec without a failure model.
    static let unexplained = StreamStyle("spec without a failure model") { answer in
        switch answer.format {
        case .lines: try await spec(JSONLines<Loose>.self, Never.self, answer)
        case .sequence: try await spec(JSONTextSequence<Loose>.self, Never.self, answer)
        default: try await spec(EventStream<Loose>.self, Never.self, answer)
        }
    }

    private static func spec<Elements: StreamedModel & AsyncSequence, Failure: Decodable & Sendable>(
        _ type: Elements.Type, _ failure: Failure.Type, _ answer: StreamAnswer
    ) async throws -> AnyElements {
        AnyElements(try await Connection(Chat<Elements, Failure>(), config: answer.config).response())
    }

    private static func function<Elements: StreamedModel & AsyncSequence>(
        _ type: Elements.Type, _ answer: StreamAnswer
    ) async throws -> AnyElements {
        let endpoint = AbstractHTTPEndpoints.GET<None, Elements>("https://a.example/a").config(answer.config)
        return AnyElements(try await endpoint.failureModel(Explanation.self)())
    }

    /// Returns the number of elements, and the error that ends the stream.
    func read(_ answer: StreamAnswer) async -> (Int, ConnectionError?) {
        var count = 0
        let error = await failure { try await open(answer).read { count += 1 } }
        return (count, error)
    }
}

/// A stream of any type.
private struct AnyElements {
    private let next: (() -> Void) async throws -> Void

    init(_ elements: some AsyncSequence) {
        next = { onElement in
            for try await _ in elements { onElement() }
        }
    }

    func read(_ onElement: () -> Void) async throws { try await next(onElement) }
}

struct Chat<Model: StreamedModel, Failure: Decodable & Sendable>: ConnectionSpec {
    typealias ResponseModel = Model
    typealias FailureModel = Failure
    var request: HTTP { HTTP("/chat") }
}

@Service
protocol LooseStreams {
    @GET("/events") func events() async throws -> EventStream<Loose>
    @GET("/lines") func lines() async throws -> JSONLines<Loose>
    @GET("/sequence") func sequence() async throws -> JSONTextSequence<Loose>
}

/// A value that is decoded from any object.
struct Loose: Decodable, Sendable {
    var id: String?
    var choices: [Int]?
}

private struct Explanation: Decodable, Sendable {
    struct Reason: Decodable, Sendable {
        var message: String
    }

    var error: Reason
}

/// A failure model that is decoded from any object.
private struct Notice: Decodable, Sendable {
    var noticeText: String?
}
