import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPServices
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Service
protocol Completions {
    @POST("/completions") @Body("prompt") func complete(prompt: Prompt) async throws -> EventStream<Delta>
    @GET("/export") @Streaming func export() async throws -> JSONLines<Delta>
    @GET("/features") func features() async throws -> JSONTextSequence<Delta>
    @GET("/all") func all() async throws -> JSONElements<Delta>
    @GET("/ranges") func ranges() -> Connection<BodyParts>
}

struct Prompt: Codable, Sendable {
    var text: String
}

/// Streams as the results of annotated protocols and of endpoints as functions.
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct StreamStyleTests {
    private static let bodies: [String: (type: String, body: String)] = [
        "/completions": ("text/event-stream", "data: {\"text\":\"a\"}\n\ndata: {\"text\":\"b\"}\n\ndata: [DONE]\n\n"),
        "/export": ("application/x-ndjson", "{\"text\":\"a\"}\n{\"text\":\"b\"}\n"),
        "/features": ("application/json-seq", "\u{1E}{\"text\":\"a\"}\n\u{1E}{\"text\":\"b\"}\n"),
        "/all": ("application/json", "[{\"text\":\"a\"},{\"text\":\"b\"}]"),
        "/ranges": ("multipart/mixed; boundary=x", "--x\r\n\r\na\r\n--x\r\n\r\nb\r\n--x--"),
        "/failing": ("text/event-stream", "event: error\ndata: {\"code\":7}\n\n"),
    ]

    private let connector = ScriptedConnector { _, request in
        guard let (type, body) = Self.bodies[request.url.path()] else { return .response(Response(statusCode: 404)) }
        return .response(Response(statusCode: 200, headers: ["Content-Type": type], data: Data(body.utf8)))
    }

    @Test func aServiceReturnsStreams() async throws {
        let config = ConnectionConfig(connector: connector)
        var configuration = ServiceConfiguration(baseURL: "https://api.example.com")
        configuration.connectionConfig = config
        let service = CompletionsClient(configuration: configuration)

        #expect(try await texts(of: service.complete(prompt: Prompt(text: "hi"))) == ["a", "b"])
        #expect(try await texts(of: service.export()) == ["a", "b"])
        #expect(try await texts(of: service.features()) == ["a", "b"])
        #expect(try await texts(of: service.all()) == ["a", "b"])
        let parts = try await service.ranges().response()
        #expect(try await parts.reduce(into: []) { $0.append(String(decoding: $1.data, as: UTF8.self)) } == ["a", "b"])
        #expect(connector.lines.first == "POST https://api.example.com/completions")
    }

    @Test func anEndpointHasAStreamAsItsOutput() async throws {
        let config = ConnectionConfig(connector: connector)
        let complete = AbstractHTTPEndpoints.POST<Prompt, EventStream<Delta>>("https://api.example.com/completions")
            .config(config)
        let export = AbstractHTTPEndpoints.GET<None, JSONLines<Delta>>("https://api.example.com/export").config(config)

        #expect(try await texts(of: complete(Prompt(text: "hi"))) == ["a", "b"])
        #expect(try await texts(of: export()) == ["a", "b"])
        let all = AbstractHTTPEndpoints.GET<None, JSONElements<Delta>>("https://api.example.com/all").config(config)
        #expect(try await texts(of: all()) == ["a", "b"])
        #expect(try await connector.bodies().first == "{\"text\":\"hi\"}")
    }

    @Test func anEndpointChecksAndReplacesTheResponseOfAStream() async throws {
        let config = ConnectionConfig(connector: connector)
        let endpoint = AbstractHTTPEndpoints.GET<None, EventStream<Delta>>("https://api.example.com/export")
            .config(config)

        let error = await failure { try await endpoint.accepting(contentTypes: "text/event-stream")() }
        #expect(error?.underlying is UnacceptableContentType)

        let mocked = ResponseBody(Data("data: {\"text\":\"mock\"}\n\n".utf8)).events(of: Delta.self)
        #expect(try await texts(of: endpoint.mock(mocked)()) == ["mock"])
    }

    @Test func anEndpointHasTheDeadlinesOfStreams() async throws {
        let (body, clock) = (ScriptedBody(), ManualClock())
        body.send("data: {\"text\":\"a\"}\n\n")
        let stream = ResponseStream(statusCode: 200, body: ResponseBody(body))
        let config = ConnectionConfig(connector: ScriptedConnector(.stream(stream)), clock: clock)
        let endpoint = AbstractHTTPEndpoints.GET<None, EventStream<Delta>>("https://api.example.com/a").config(config)
            .deadlines(Deadlines(nextEvent: .seconds(5)))
        async let error = failure { try await texts(of: endpoint()) }
        await body.waitForReaders(1)

        #expect(await clock.passWaits(1) == [.seconds(5)])
        #expect(await (error?.underlying as? DeadlineExceeded)?.clock == .nextEvent)
    }

    @Test func endpointMapsAStatusToAStream() async throws {
        let connector = ScriptedConnector(
            .response(Response(statusCode: 202, data: Data("data: {\"text\":\"later\"}\n\n".utf8))))
        let endpoint = AbstractHTTPEndpoints.GET<None, EventStream<Delta>>("https://api.example.com/a")
            .config(ConnectionConfig(connector: connector))
            .accepting(202) { try EventStream(ResponseStream($0)) }

        #expect(try await texts(of: endpoint()) == ["later"])
    }

    @Test func anErrorInTheStreamOfAnEndpointHasItsFailureModel() async throws {
        let endpoint = AbstractHTTPEndpoints.GET<None, EventStream<Delta>>("https://api.example.com/failing")
            .config(ConnectionConfig(connector: connector)).failureModel(APIError.self)

        let error = await failure { try await texts(of: endpoint()) }

        #expect(error?.failureModel as? APIError == APIError(code: 7))
    }

    private func texts<Deltas: AsyncSequence & Sendable>(of deltas: Deltas) async throws -> [String]
    where Deltas.Element == Delta {
        try await deltas.reduce(into: []) { $0.append($1.text) }
    }
}

/// Streams with arbitrary bytes.
@Suite(.timeLimit(.minutes(5))) struct StreamFuzzTests {
    /// 10,000 mutated streams. Each ends with elements or an error of this module.
    @Test(.longComputation) func mutatedStreamsNeverTrap() async throws {
        var random = SplitMix64(seed: 7464)
        let seeds = [
            "\u{FEFF}id: 1\r\nevent: a\r\ndata: {\"text\":\"x\"}\r\n\r\n: c\nretry: 99\ndata: [DONE]\n\n",
            "{\"text\":\"a\"}\n{\"text\":\"\u{1D11E}\"}\r\n[1,2]\n",
            "\u{1E}{\"text\":\"a\\\"\"}\n\u{1E}12\n\u{1E}\"x\"",
            "--b\r\nA: 1\r\n\r\nx\r\n--b \r\n\r\n\r\n--b--\r\n",
        ]
        for _ in 0..<10_000 {
            let bytes = mutated(Array((seeds.randomElement(using: &random) ?? "").utf8), &random)
            let chunks = cut(bytes, &random)
            var events = EventParser(limit: 64)
            try? drain(&events, chunks)
            var lines = JSONLineParser(limit: 64)
            try? drain(&lines, chunks)
            var texts = JSONTextParser(limit: 64)
            try? drain(&texts, chunks)
            var parts = MultipartParser(boundary: "b", limit: 64)
            try? drain(&parts, chunks)
            var values = ResponseBody(Data(bytes)).jsonLines(of: Delta.self).makeAsyncIterator()
            while let _ = try? await values.next() {}
            var deltas = ResponseBody(Data(bytes)).events(of: Delta.self).makeAsyncIterator()
            while let _ = try? await deltas.next() {}
        }
    }

    /// Parsers do not keep more than the limit and a chunk.
    @Test func streamWithoutDelimitersStaysBounded() throws {
        let chunk = Data(repeating: UInt8(ascii: "x"), count: 4_096)
        var parsers: [any StreamParser] = [
            EventParser(limit: 1 << 16), JSONLineParser(limit: 1 << 16), MultipartParser(boundary: "b", limit: 1 << 16),
        ]
        parsers[2].append(Data("--b\r\n\r\n".utf8))
        for var parser in parsers {
            var count = 0
            #expect(throws: StreamLimitExceeded.self) {
                while count < 1 << 20 {
                    parser.append(chunk)
                    count += chunk.count
                    while try parser.next() != nil {}
                }
            }
            #expect(count <= (1 << 16) + 3 * chunk.count)
        }
    }

    private func drain<Parser: StreamParser>(_ parser: inout Parser, _ chunks: [Data]) throws {
        for chunk in chunks {
            parser.append(chunk)
            while try parser.next() != nil {}
        }
        while try parser.last() != nil {}
    }

    private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            case 1: if index < bytes.count { bytes.remove(at: index) }
            case 2:
                if index < bytes.count {
                    bytes[index] = [0, 10, 13, 30, 34, 45, 58, 255].randomElement(using: &random) ?? 0
                }
            default: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
            }
        }
        return bytes
    }

    private func cut(_ bytes: [UInt8], _ random: inout SplitMix64) -> [Data] {
        var (chunks, rest): ([Data], ArraySlice<UInt8>) = ([], bytes[...])
        while !rest.isEmpty {
            let count = Int.random(in: 1...20, using: &random)
            chunks.append(Data(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return chunks
    }
}
