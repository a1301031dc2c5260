import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPTesting
import Foundation

/// The same spec over URLSession and over libcurl: one answer, one list of events.
enum ConnectorsSection: Section {
    static let name = "connectors"
    static let summary = "The same spec over URLSession and over libcurl"

    struct Song: Decodable, Equatable, Sendable {
        let title: String
    }

    struct FirstSong: ConnectionSpec {
        typealias ResponseModel = Song
        let base: String
        var request: HTTP { HTTP(base + "/songs/1") }
    }

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { _ in .json(#"{"title": "Imagine"}"#) }
        stage.declaration("struct FirstSong")
        stage.code()
        let connectors: [(name: String, connector: any HTTPConnector)] = [
            ("URLSession", DefaultHTTPConnector()), ("libcurl", try CurlConnector()),
        ]

        for (name, connector) in connectors {
            let recorder = EventRecorder()
            let connection = Connection(
                FirstSong(base: server.url), config: ConnectionConfig(connector: connector)
            ).recorded(by: recorder)

            stage.expect("The song over \(name)", try await connection.response().title, is: "Imagine")
            stage.expect(
                "The events", recorder.events, is: [.onStart, .onReceived, .onReceivedModel, .afterSuccess, .onEnd])
        }
        stage.expect("The requests", server.requests.map(\.path), is: ["/songs/1", "/songs/1"])
        try await showMetrics(on: stage, server, connectors[1].connector)
    }

    /// libcurl measures each part of an exchange.
    private static func showMetrics(
        on stage: Stage, _ server: LoopbackServer, _ connector: any HTTPConnector
    ) async throws {
        let config = ConnectionConfig(connector: connector)
        stage.code()
        let response = try await HTTP(server.url).asResponse(config: config).response()

        stage.expect("The connection was reused", response.metrics?.connect == nil, is: true)
        stage.expect("The whole exchange has timings", response.metrics?.total != nil, is: true)
    }
}
