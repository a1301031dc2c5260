import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// The options of a connector, without a server.
@Suite struct CurlOptionsTests {
    private let first = "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
    private let second = "Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys="

    @Test func pinsAreWrittenAsLibcurlReadsThem() throws {
        let pins = try PublicKeyPins("sha256//" + first, backup: second, first)

        #expect(pins.curlText == "sha256//\(first);sha256//\(second);sha256//\(first)")
    }

    @Test(arguments: [
        "", "sha256//", "YLh1dUR9y6Kja30RrAn7JKnbQG", "sha1//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=", "a;b",
    ])
    func invalidPinErrorShowsThePin(text: String) throws {
        let error = #expect(throws: PublicKeyPins.InvalidText.self) { try PublicKeyPins(first, backup: text) }

        #expect(error == .pin(text))
        #expect(error?.description.contains("\(text.debugDescription) is not a pin") == true)
    }

    /// The pin is from `openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`.
    @Test func aPinComesFromAPublicKey() throws {
        let key = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7JUSybY9dSus37d8cCJszsP0M8Ot
            s0AHwACqHZStlDy7nSvZJA2jk6qgy6mhf/HheHECuiBgvYMwLy76efyHOw==
            -----END PUBLIC KEY-----

            """
        #expect(try PublicKeyPins.pin(ofPublicKey: key) == "sha256//ahBawOOLPaF0SiNMRv/TTX7tKHruPUV8Bfgi7t/2rZc=")

        let lines = key.split(separator: "\n")
        for text in ["", String(lines[0]), lines[0] + "\n" + lines[3], lines[0] + "\n=?\n" + lines[3], lines[1] + "\n"]
        {
            #expect(throws: PublicKeyPins.InvalidText.publicKey) { try PublicKeyPins.pin(ofPublicKey: text) }
        }
    }

    @Test func aProxyIsWrittenAsAURL() {
        #expect(CurlProxy.http(host: "proxy.example", port: 3_128).url(in: [:]) == "http://proxy.example:3128")
        #expect(CurlProxy.socks5(host: "::1", port: 1_080).url(in: [:]) == "socks5h://[::1]:1080")
        #expect(CurlProxy.none.url(in: ["http_proxy": "http://proxy.example"]) == "")
    }

    @Test(arguments: ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
    func theProxyOfTheEnvironmentIsLeftToLibcurl(name: String) {
        #expect(CurlProxy.environment.url(in: [name: "http://proxy.example"]) == nil)
        #expect(CurlProxy.environment.url(in: [name: ""]) == "")
        #expect(CurlProxy.environment.url(in: [:]) == "")
    }

    @Test(
        arguments: [
            (CurlProxy.http(host: "proxy.example", port: 80), ""),
            (.http(host: "proxy.example", port: 80).except(["c", "d"]), "c,d"),
            (.socks5(host: "proxy.example", port: 80), ""),
            (.none, "*"),
            (.environment, nil),
            (.environment.except(["c", "d"]), "a,b,c,d"),
        ] as [(CurlProxy, String?)])
    func exceptionsOfTheEnvironmentAreForItsOwnProxy(proxy: CurlProxy, hosts: String?) throws {
        let environment = ["http_proxy": "http://proxy.example", "no_proxy": "", "NO_PROXY": "a,b"]

        #expect(try hostsWithoutProxy(proxy, environment) == (hosts.map { [$0] } ?? []))
    }

    @Test func asteriskOfTheEnvironmentExcludesEveryHost() throws {
        let environment = ["http_proxy": "http://proxy.example", "no_proxy": "*", "NO_PROXY": "a"]

        #expect(try hostsWithoutProxy(.environment.except(["c"]), environment) == ["*"])
    }

    /// The values of libcurl's option.
    private func hostsWithoutProxy(_ proxy: CurlProxy, _ environment: [String: String]) throws -> [String?] {
        try Libcurl.load()
        var options = CurlConnector.Options()
        options.proxy = proxy
        return try TransferSettings(options, environment).texts.filter { $0.option == .noProxy }.map { $0.text }
    }

    @Test(arguments: [
        ("bücher.example", "https://bücher.example/", true),
        ("Bücher.example", "https://xn--bcher-kva.example/", true),
        ("xn--bcher-kva.example", "https://BÜCHER.example./", true),
        ("example.com", "https://example.com./a", true),
        ("Example.com.", "https://EXAMPLE.com:8443?b", true),
        ("example.com", "https://ada:secret@example.com/", true),
        ("::1", "https://[::1]/", true),
        ("[::1]", "https://[::1]:8443/", true),
        ("0:0::1", "https://[::1]/", true),
        ("2001:db8::1", "https://[2001:DB8:0:0:0:0:0:1]/", true),
        ("[2001:DB8::0:1]", "https://[2001:db8::1]/", true),
        ("127.0.0.1", "https://127.1/", true),
        ("0x7f.1", "https://127.0.0.1/", true),
        ("bu\u{308}cher.example", "https://bücher.example/", true),
        ("a。example", "https://a.example/", true),
        ("::1", "https://[::2]/", false),
        ("example.com", "https://api.example.com/", false),
        ("example.com", "https://example.com@api.example/", false),
        ("example.com", "https://api.example/example.com", false),
    ])
    func pinsApplyToEverySpellingOfTheirHost(key: String, url: String, apply: Bool) throws {
        try Libcurl.load()
        var options = CurlConnector.Options()
        options.pins[key] = try PublicKeyPins(first, backup: second)
        let request = try Request(url: #require(URL(string: url)))

        let pins = try TransferSettings(options).pins(for: Transfer(request, ExchangeContext(), BlockPool()))

        #expect((pins != nil) == apply)
    }

    @Test(arguments: [
        "", ".", "https://api.example.com", "*.example.com", "api.example.com/", "ada@example.com",
        "api.example.com:443", "[::1]:443", "[example.com]", "api example.com", " example.com", "example.com?",
    ])
    func pinsAreForHostNames(key: String) throws {
        try Libcurl.load()
        var options = CurlConnector.Options()
        options.pins[key] = try PublicKeyPins(first, backup: second)

        let error = #expect(throws: TransportError.self) { try TransferSettings(options) }

        #expect(error?.kind == .unsupported)
        #expect(error?.message.contains("write only the name of a host") == true)
    }

    @Test func pinsNameEachHostOnce() throws {
        try Libcurl.load()
        var options = CurlConnector.Options()
        for key in ["example.com", "EXAMPLE.com."] { options.pins[key] = try PublicKeyPins(first, backup: second) }

        let error = #expect(throws: TransportError.self) { try TransferSettings(options) }

        #expect(error?.kind == .unsupported)
    }

    @Test(arguments: [
        ("http_proxy", "https://p", true), ("ALL_PROXY", "HTTPS://p", true), ("https_proxy", "http://p", false),
    ])
    func proxyOfTheEnvironmentMayBeSecure(name: String, url: String, isSecure: Bool) throws {
        try Libcurl.load()

        let settings = try TransferSettings(CurlConnector.Options(), [name: url])

        #expect(settings.mayUseSecureProxy == isSecure)
    }

    @Test func idleConnectionTimeoutAppliesToEveryTransfer() throws {
        try Libcurl.load()
        var options = CurlConnector.Options()
        options.idleConnectionTimeout = .seconds(300)

        let numbers = try TransferSettings(options).numbers

        #expect(numbers.filter { $0.option == .maximumIdleSeconds }.map { $0.number } == [300])
    }

    @Test func proxyExceptionsAccumulate() {
        let proxy = CurlProxy.http(host: "proxy.example", port: 80, user: "me", password: "secret").except(["a"])

        #expect(proxy.except(["b", "c"]).directHosts == ["a", "b", "c"])
        #expect(proxy.user == "me")
    }

    @Test func proxyExceptionsAreInALabels() {
        let proxy = CurlProxy.http(host: "proxy.example", port: 80).except([
            "Bücher.example", ".bücher.example", "*", "A",
        ])

        #expect(proxy.noProxy(in: [:]) == "xn--bcher-kva.example,.xn--bcher-kva.example,*,A")
    }

    @Test func aFileThatIsMissingIsAnErrorOfTheConnector() {
        let missing = URL(filePath: "/no/such/file.pem")

        #expect(throws: CocoaError.self) { try CurlConnector { $0.trustedCertificates = missing } }
        #expect(throws: CocoaError.self) { try CurlConnector { $0.clientCertificate = .init(file: missing) } }
    }

    @Test func certificateTypeComesFromTheFileExtension() {
        #expect(ClientCertificate(file: URL(filePath: "/a.P12")).type == "P12")
        #expect(ClientCertificate(file: URL(filePath: "/a.pem")).type == "PEM")
    }

    /// libcurl accepts no text of more than 8 MB.
    @Test func unsupportedOptionFailsTheConnector() {
        let error = #expect(throws: TransportError.self) {
            try CurlConnector { $0.proxy = .http(host: String(repeating: "x", count: 9_000_000), port: 80) }
        }

        #expect(error?.kind == .unsupported)
    }

    @Test func connectionLimitIsAtLeastOne() {
        var options = CurlConnector.Options()

        options.connectionsPerHost = -3

        #expect(options.connectionsPerHost == 1)
    }
}
