import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPEndpoints
import AbstractHTTPJSON
import AbstractHTTPPagination
import AbstractHTTPServices
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// A type that notes whether it was read from bytes or from a decoder, and writes how it was written.
struct Probe: JSONReadable, JSONWritable, Equatable {
    let isDirect: Bool

    init(json: inout JSONReader) throws {
        try json.skip()
        isDirect = true
    }

    init(from decoder: any Decoder) throws { isDirect = false }

    init() { isDirect = true }

    func write(json: inout JSONWriter) { json.write("direct") }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("codable")
    }
}

@JSONModel struct ProbePage {
    var items: [Probe]
    var next: String?
}

/// A failure model.
struct ProbeFailure: JSONReadable, Error, Equatable {
    let probe: Probe

    static let keys = JSONKeys("probe")

    init(json: inout JSONReader) throws {
        var probe: Probe?
        var members = try json.object(Self.keys)
        while try json.next(&members) != nil { probe = try json.read(Probe.self) }
        guard let probe else { throw json.missing(0, members) }
        self.probe = probe
    }
}

@Service protocol ProbeService {
    @GET("/probe") func probe() async throws -> Probe
    @POST("/probe") @Body("probe") func send(probe: Probe) async throws -> [Probe]
}

/// A type that reads JSON itself does so without being asked, wherever a model is decoded or encoded.
@Suite(.timeLimit(.minutes(5)))
struct UseTests {
    private func connector(_ body: String, status: Int = 200) -> ScriptedConnector {
        .always(body, statusCode: status)
    }

    @Test func specReadsDirectly() async throws {
        struct GetProbes: ConnectionSpec {
            typealias ResponseModel = [String: [Probe]?]
            var request: HTTP { HTTP("https://a.example/probes") }
        }

        let model = try await Connection(GetProbes(), config: ConnectionConfig(connector: connector(#"{"a":[1]}"#)))
            .response()

        #expect(model == ["a": [Probe()]])
    }

    @Test func specWritesDirectly() async throws {
        struct SendProbe: ConnectionSpec {
            typealias ResponseModel = Void
            var request: HTTP { HTTP("https://a.example/probes").method(.post).content([Probe()]) }
        }
        let connector = connector("1")

        try await Connection(SendProbe(), config: ConnectionConfig(connector: connector)).response()

        #expect(try await connector.bodies() == [#"["direct"]"#])
    }

    @Test func functionReadsAndWritesDirectly() async throws {
        let connector = connector("1")
        let send = AbstractHTTPEndpoints.POST<Probe, Probe>("https://a.example/probe").config(
            ConnectionConfig(connector: connector))

        let answer = try await send(Probe())

        #expect(answer.isDirect)
        #expect(try await connector.bodies() == [#""direct""#])
    }

    @Test func serviceReadsAndWritesDirectly() async throws {
        let connector = connector("[1,2]")
        var configuration = ServiceConfiguration(baseURL: "https://a.example")
        configuration.connectionConfig = ConnectionConfig(connector: connector)

        let answer = try await ProbeServiceClient(configuration: configuration).send(probe: Probe())

        #expect(answer == [Probe(), Probe()])
        #expect(try await connector.bodies() == [#""direct""#])
    }

    @Test(arguments: [(2, "1"), (3, "[1]")])
    func definitionReadsDirectlyByClassName(type: Int, body: String) async throws {
        let config = ConnectionConfig(connector: connector(body))
        let api = DefinitionAPI(baseURL: "https://a.example/", config: config, cache: HTTPCache())
        api.registry.register(Probe.self)
        let rule = #"{"Probe": {"Path": "probe", "Response Type": \#(type), "Response Class": "Probe"}}"#
        try api.store.load(json: Data(rule.utf8))

        let object = try await api.request("Probe")

        #expect((object as? Probe ?? (object as? [Probe])?.first)?.isDirect == true)
    }

    @Test func failureModelIsReadDirectly() async throws {
        struct GetProbe: ConnectionSpec {
            typealias ResponseModel = Probe
            typealias FailureModel = ProbeFailure
            var request: HTTP { HTTP("https://a.example/probe") }
        }
        let config = ConnectionConfig(connector: connector(#"{"probe":1}"#, status: 400))

        let error = await #expect(throws: ConnectionError.self) {
            try await Connection(GetProbe(), config: config).response()
        }

        #expect((error?.failureModel as? ProbeFailure)?.probe.isDirect == true)
    }

    @Test func genericCodeThatKnowsOnlyDecodableReadsDirectly() throws {
        func read<Model: Decodable>(_ type: Model.Type) throws -> Model {
            try Response.json("[1]").decoded(as: Model.self)
        }
        func readArray<Element: Decodable>(_ type: Element.Type) throws -> [Element] { try read([Element].self) }

        #expect(try readArray(Probe.self) == [Probe()])
        #expect(try read([Probe?].self) == [Probe()])
        #expect(try read([Probe]?.self) == [Probe()])
    }

    @Test func genericModelReadsItsParameterDirectly() throws {
        let page: LoosePage<Probe> = try Response.json(#"{"items":[1],"extra":1}"#).decoded()

        #expect(page.items == [Probe()])
    }

    @Test func elementsOfStreamsAreReadDirectly() async throws {
        struct GetLines: ConnectionSpec {
            typealias ResponseModel = JSONLines<Probe>
            var request: HTTP { HTTP("https://a.example/lines") }
        }
        let config = ConnectionConfig(connector: connector("1\n2\n"))
        var probes: [Probe] = []

        for try await probe in try await Connection(GetLines(), config: config).response() { probes.append(probe) }

        #expect(probes == [Probe(), Probe()])
    }

    @Test func eventsAreReadDirectly() throws {
        let event = ServerSentEvent(data: "1")

        #expect(try event.decoded(as: Probe.self).isDirect)
    }

    @Test func pagesAreReadDirectly() async throws {
        struct GetPage: ConnectionSpec {
            typealias ResponseModel = ProbePage
            var request: HTTP { HTTP("https://a.example/pages") }
        }
        let config = ConnectionConfig(connector: connector(#"{"items":[1,2]}"#))
        var probes: [Probe] = []

        for try await page in Connection(GetPage(), config: config).pages(next: .url(\.next)) {
            probes += page.model.items
        }

        #expect(probes == [Probe(), Probe()])
    }

    @Test func problemDetailsAreReadDirectly() throws {
        // Foundation's decoder would accept the comma at the end.
        let response = Response(
            statusCode: 400, headers: ["Content-Type": "application/problem+json"], data: Data(#"{"title":"a",}"#.utf8))

        #expect(ProblemDetails(response) == nil)
    }

    @Test func treesAreReadDirectly() {
        #expect(throws: DecodingError.self) { try Response.json("[1,]").decoded(as: HTTPContent.self) }
    }

    @Test func otherDecodersReadThroughTheSameType() throws {
        let plist = try PropertyListDecoder().decode(
            ProbeFailure.self,
            from: PropertyListSerialization.data(fromPropertyList: ["probe": 1], format: .xml, options: 0))

        #expect(!plist.probe.isDirect)
    }
}

@JSONModel struct LoosePage<Item: Codable> {
    var items: [Item]
}
