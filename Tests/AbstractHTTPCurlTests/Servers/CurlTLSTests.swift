import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// Which servers are trusted, and how the client identifies itself.
@Suite(.enabled(if: Servers.running != nil), .timeLimit(.minutes(5))) struct CurlTLSTests {
    private let servers: Servers

    init() throws { servers = try #require(Servers.running) }

    @Test func unknownAuthorityIsNotTrusted() async throws {
        let connector = try CurlConnector()

        #expect(await connector.failureKind(of: try servers.url(.secure)) == .tls)
    }

    /// Each of the three checks is named, with what to do.
    @Test func failedCheckIsNamed() async throws {
        let trusting = try servers.connector()
        let distrusting = try servers.connector { $0.trustedCertificates = servers.file("other.crt") }

        let plainURL = try #require(URL(string: "https://localhost:\(servers.port)/"))

        let untrusted = await failure(of: try servers.url(.secure), over: distrusting)
        let misnamed = await failure(of: try servers.url(.misnamed), over: trusting)
        let plain = await failure(of: plainURL, over: trusting)

        #expect(untrusted?.contains("does not trust the issuer of the server's certificate: ") == true)
        #expect(untrusted?.contains("set trustedCertificates of CurlConnector") == true)
        #expect(misnamed?.contains("the certificate of the server is for another host: ") == true)
        #expect(plain?.contains("the server does not answer with TLS on this port: ") == true)
    }

    @Test(arguments: [true, false]) func refusedPinIsShown(usesHTTP2: Bool) async throws {
        let connector = try servers.connector { options in
            options.usesHTTP2 = usesHTTP2
            options.pins["localhost"] = try PublicKeyPins(servers.pin("elsewhere"), backup: servers.pin("client"))
        }
        let pin = try servers.pin("server")

        for _ in 0..<2 {
            let text = await failure(of: try servers.url(.secure), over: connector)

            #expect(text?.contains("does not match the pins of the host: ") == true)
            #expect(text?.contains("; the pin of the server is sha256//\(pin); if you trust") == true)
        }
    }

    /// The description of the failure of a request.
    private func failure(of url: URL, over connector: CurlConnector) async -> String? {
        let connection = HTTP(url.absoluteString).asVoid(config: ConnectionConfig(connector: connector))
        do {
            try await connection.response()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func customAuthorityIsTrusted() async throws {
        let connector = try servers.connector()

        let response = try await connector.response(to: servers.url(.secure, "/a"))

        #expect(response.text == "/a")
        #expect(response.metrics?.tls ?? .zero > .zero)
    }

    @Test func newConnectionsResumeATLSSession() async throws {
        let connector = try servers.connector { $0.usesHTTP2 = false }
        let request = Request(url: try servers.url(.secure), headers: ["Connection": "close"])

        var sessions: [String?] = []
        for _ in 0..<10 { sessions.append(try await connector.response(to: request).headers["X-Session"]) }

        #expect(sessions == ["."] + Array(repeating: "r", count: 9))
    }

    /// Nothing else tells a whole body from the beginning of one (RFC 9112, section 9.8).
    @Test(.enabled(if: Libcurl.canLookForCloseNotify, "This libcurl contains its TLS library."))
    func bodyWithoutALengthNeedsAProperEndOfTLS() async throws {
        let connector = try servers.connector { $0.usesHTTP2 = false }

        for _ in 0..<3 {
            #expect(try await connector.response(to: servers.url(.storm, "/ends/1")).text == "part")
            let kind = await connector.failureKind(of: try servers.url(.storm, "/cut-off/1"))
            #expect(kind == .cutOff(received: 4, expected: nil))
            // libcurl ignores this coding.
            let identity = await connector.failureKind(of: try servers.url(.storm, "/cut-off-identity/1"))
            #expect(identity == .cutOff(received: 4, expected: nil))
            // Other responses need none.
            #expect(try await connector.response(to: servers.url(.storm, "/close/1")).text == "/close/1")
            #expect(try await connector.response(to: servers.url(.storm, "/empty/1")).statusCode == 204)
        }
    }

    @Test func otherCustomAuthorityIsNotTrusted() async throws {
        let connector = try servers.connector { $0.trustedCertificates = servers.file("other.crt") }

        #expect(await connector.failureKind(of: try servers.url(.secure)) == .tls)
    }

    @Test func certificateForAnotherHostIsRejected() async throws {
        let connector = try servers.connector()

        #expect(await connector.failureKind(of: try servers.url(.misnamed)) == .tls)
    }

    @Test(arguments: [("server", "other"), ("elsewhere", "server")])
    func oneOfThePinsIsEnough(pin: String, backup: String) async throws {
        let keys = ["server": try servers.pin("server"), "elsewhere": try servers.pin("elsewhere")]
        let unknown = Data(count: 32).base64EncodedString()
        let connector = try servers.connector { options in
            options.pins["LocalHost"] = try PublicKeyPins(keys[pin] ?? unknown, backup: keys[backup] ?? unknown)
        }

        #expect(try await connector.response(to: servers.url(.secure)).statusCode == 200)
    }

    @Test func unpinnedServerKeyIsRejected() async throws {
        let connector = try servers.connector { options in
            options.pins["localhost"] = try PublicKeyPins(
                servers.pin("elsewhere"), backup: servers.pin("client"))
        }

        #expect(await connector.failureKind(of: try servers.url(.secure)) == .tls)
        // Pins apply to one host.
        #expect(try await connector.response(to: servers.url(.secure, host: "127.0.0.1")).statusCode == 200)
        #expect(await connector.failureKind(of: try servers.url(.secure)) == .tls)
    }

    @Test func missingClientCertificateIsRejected() async throws {
        let connector = try servers.connector()

        let response = try await connector.response(to: servers.url(.asking))

        #expect(response.statusCode == 400)
        #expect(response.text.contains("No required SSL certificate was sent"))
    }

    @Test(
        arguments: [
            ("client.crt", "client.key", nil), ("client.crt", "client-encrypted.key", "secret"),
            ("client.p12", nil, "secret"), ("client-open.p12", nil, nil),
        ] as [(String, String?, String?)])
    func clientSendsItsCertificate(file: String, key: String?, password: String?) async throws {
        let connector = try servers.connector { options in
            options.clientCertificate = ClientCertificate(
                file: servers.file(file), key: key.map(servers.file), password: password)
        }

        let response = try await connector.response(to: servers.url(.asking, "/b"))

        #expect(response.text == "/b")
        #expect(response.headers["X-Client"] == "CN=client")
    }

    /// Nobody is asked for the password. The script that starts the servers makes sure of that.
    @Test(arguments: ["wrong", nil]) func aKeyWithAnotherPasswordIsAnErrorOfTLS(password: String?) async throws {
        let connector = try servers.connector { options in
            options.clientCertificate = ClientCertificate(
                file: servers.file("client.crt"), key: servers.file("client-encrypted.key"), password: password)
        }

        #expect(await connector.failureKind(of: try servers.url(.asking)) == .tls)
    }
}

extension Libcurl {
    /// The tested libcurl 7.80 contains its TLS library, so the connector finds no functions of it. A condition of a
    /// test is evaluated before anything else has loaded libcurl.
    fileprivate static var canLookForCloseNotify: Bool { (try? load()) != nil && !version.hasPrefix("7.80") }
}
