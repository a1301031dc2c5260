import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPTesting
import Foundation
import Testing

/// `Documentation/Curl.md`.
@Suite struct CurlPageTests {
    @Test func aConnectorHasOptions() async throws {
        let connector = try CurlConnector { options in
            options.idleTimeout = .seconds(90)
            options.connectionsPerHost = 16
        }
        let config = ConnectionConfig(connector: connector)
        let server = try LoopbackServer { _ in .text("ok") }

        #expect(try await HTTP(server.url).asString(config: config).response() == "ok")
    }

    @Test func missingCertificateFailsTheInitializer() {
        #expect(throws: CocoaError.self) {
            let withCertificate = try CurlConnector { options in
                options.clientCertificate = ClientCertificate(
                    file: URL(filePath: "client.crt"), key: URL(filePath: "client.key"), password: "secret")
                options.trustedCertificates = URL(filePath: "company.crt")
            }
            withCertificate.invalidate()
        }
    }

    @Test func urlSessionIsTheFallback() {
        let either: any HTTPConnector = (try? CurlConnector()) ?? DefaultHTTPConnector.shared

        #expect(either is CurlConnector)
    }

    @Test func proxiesAndPinsAreOptions() async throws {
        let connector = try CurlConnector { options in
            options.proxy = .socks5(host: "127.0.0.1", port: 1080).except(["localhost"])
            options.pins["api.example.com"] = try PublicKeyPins(
                "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=",
                backup: "sha256//Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=")
        }
        let server = try LoopbackServer { _ in .text("ok") }
        let config = ConnectionConfig(connector: connector)
        let url = "http://localhost:\(server.port)/"

        #expect(try await HTTP(url).asString(config: config).response() == "ok")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func tasksMayRunOnTheThreadOfTheConnector() async throws {
        let server = try LoopbackServer { .text($0.path) }
        let connector = try CurlConnector()
        let config = ConnectionConfig(connector: connector)
        let texts = try await withTaskExecutorPreference(connector.executor) {
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 1...100 {
                    group.addTask { try await HTTP("\(server.url)/\(number)").asString(config: config).response() }
                }
                var texts: [String] = []
                for try await text in group { texts.append(text) }
                return texts
            }
        }

        #expect(Set(texts) == Set((1...100).map { "/\($0)" }))
    }

    @Test func responseIncludesItsMetrics() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let config = ConnectionConfig(connector: try CurlConnector())
        let response = try await HTTP(server.url).asResponse(config: config).response()
        print(response.metrics?.firstByte ?? .zero, response.metrics?.total ?? .zero)

        #expect(response.metrics?.total != nil)
    }
}
