import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// The settings of every transfer of a connector.
struct TransferSettings {
    /// The pins in the format of libcurl, by the host in the form of ``PublicKeyPins/host(of:)``.
    private let pins: [String: String]
    let hasClientCertificate: Bool
    /// Whether there may be a proxy that receives whole URLs.
    let mayAskHTTPProxy: Bool
    /// Whether the proxy may be reached over TLS.
    let mayUseSecureProxy: Bool
    /// Whether libcurl answers a challenge of the proxy by sending the request again.
    let answersProxyChallenges: Bool
    /// Whether libcurl traces HTTP/2 streams.
    let tracesStreams: Bool
    /// Whether the trace of libcurl is read: it tells of the streams of HTTP/2, and of the pin of a server.
    var isTraced: Bool { tracesStreams || !pins.isEmpty }
    /// Whether libcurl knows the socket of a connection before it sends a request.
    let knowsSockets = Libcurl.knowsSockets
    /// Whether the connector must check for close_notify.
    let looksForCloseNotify = Libcurl.acceptsMissingCloseNotify
    /// Whether each transfer needs a new handle of libcurl.
    let needsFreshHandles = Libcurl.needsFreshHandles
    let texts: [(option: LCOption, text: String?)]
    let numbers: [(option: LCOption, number: Int)]

    /// Throws ``TransportError`` if libcurl does not support the options or the pins are not for hosts, and a
    /// `CocoaError` if a file is missing.
    init(
        _ options: CurlConnector.Options, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        pins = try Self.pins(options)
        hasClientCertificate = options.clientCertificate != nil
        tracesStreams = options.usesHTTP2 && Libcurl.knowsHTTP2 && LCTraceHTTP2()
        texts = try Self.texts(options, environment)
        let proxy = options.unixSocket == nil ? options.proxy.url(in: environment) : ""
        mayAskHTTPProxy = proxy.map { $0.hasPrefix("http:") } ?? true
        mayUseSecureProxy = options.unixSocket == nil && options.proxy.mayBeSecure(in: environment)
        answersProxyChallenges = options.proxy.authentication == .digest
        var numbers = [
            (LCOption.noSignal, 1),
            (LCOption.pathAsIs, 1),
            (LCOption.suppressConnectHeaders, 1),
            // By default, libcurl also offers Kerberos, which makes it wait.
            (LCOption.socks5Authentication, Int(LCAuthenticationBasic)),
            (LCOption.allowedProtocols, Int(LCProtocolHTTP | LCProtocolHTTPS)),
            (
                LCOption.httpVersion,
                Int(options.usesHTTP2 && Libcurl.knowsHTTP2 ? LCHTTPVersion2OverTLS : LCHTTPVersion1)
            ),
            (LCOption.uploadBufferSize, 1 << 20),
            // By default, libcurl reuses no connection that has been idle for longer than 118 seconds.
            (LCOption.maximumIdleSeconds, options.idleConnectionTimeout.wholeSeconds),
            // The idle timeout and the deadlines of the pipeline apply instead.
            (LCOption.connectTimeoutMilliseconds, Int(Int32.max)),
        ]
        if answersProxyChallenges { numbers.append((.proxyAuthentication, Int(LCAuthenticationDigest))) }
        if Libcurl.leavesNameLookups { numbers.append((.quickExit, 1)) }
        self.numbers = numbers
        try check()
    }

    /// Throws ``TransportError`` if libcurl was built without support for an option. An ignored pin or socket must not
    /// go unnoticed.
    private func check() throws {
        guard let easy = LCEasyMake() else { throw TransportError(.other, "libcurl is out of memory") }
        defer { LCEasyFree(easy) }
        let codes =
            texts.map { LCEasySet(easy, $0.option, $0.text) }
            + numbers.map { LCEasySetNumber(easy, $0.option, $0.number) }
            + pins.values.map { LCEasySet(easy, .pinnedPublicKey, $0) }
        guard let code = codes.first(where: { $0 != .OK }) else { return }
        throw TransportError(
            .unsupported, "libcurl cannot do what an option says: \(String(cString: LCCodeText(code)))")
    }

    /// The pins for the host of `transfer`, in the format of libcurl.
    func pins(for transfer: Transfer) -> String? {
        pins.isEmpty ? nil : pins[PublicKeyPins.host(of: transfer.host)]
    }

    private static func pins(_ options: CurlConnector.Options) throws(TransportError) -> [String: String] {
        var pins: [String: String] = [:]
        for (key, value) in options.pins {
            guard let host = PublicKeyPins.host(ofKey: key) else {
                throw TransportError(
                    .unsupported,
                    "the pins are for \(key.debugDescription); write only the name of a host, as in api.example.com")
            }
            guard pins.updateValue(value.curlText, forKey: host) == nil else {
                throw TransportError(.unsupported, "the pins name the host \(host) twice; write one of its spellings")
            }
        }
        return pins
    }

    private static func texts(
        _ options: CurlConnector.Options, _ environment: [String: String]
    ) throws -> [(LCOption, String?)] {
        var texts: [(LCOption, String?)] = []
        if let proxy = options.proxy.url(in: environment) { texts.append((.proxy, proxy)) }
        if let hosts = options.proxy.noProxy(in: environment) { texts.append((.noProxy, hosts)) }
        texts += [(.proxyUser, options.proxy.user), (.proxyPassword, options.proxy.password)]
        if let path = options.unixSocket { texts += [(.unixSocketPath, path), (.proxy, "")] }
        if let file = options.trustedCertificates {
            // Otherwise, the certificates in the system's folder would be trusted, too.
            texts += [(.trustedCertificates, try file.checked.path), (.trustedCertificateFolder, nil)]
        }
        if let certificate = options.clientCertificate {
            texts += [
                (.clientCertificate, try certificate.file.checked.path), (.clientCertificateType, certificate.type),
                (.clientKey, try certificate.key?.checked.path),
                // Without a password, OpenSSL would prompt at the terminal, or read the program's standard input.
                (.keyPassword, certificate.password ?? ""),
            ]
        }
        return texts
    }

    /// Applies the settings to a new handle.
    func apply(to easy: UnsafeMutableRawPointer) {
        for (option, text) in texts { _ = LCEasySet(easy, option, text) }
        for (option, number) in numbers { _ = LCEasySetNumber(easy, option, number) }
    }
}

extension URL {
    /// The URL, if the file is readable. Throws a `CocoaError`, because libcurl would fail only with the first request.
    fileprivate var checked: URL {
        get throws {
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: path])
            }
            return self
        }
    }
}

/// Sets a text, which libcurl copies. Nil removes it.
func LCEasySet(_ easy: UnsafeMutableRawPointer, _ option: LCOption, _ text: String?) -> LCCode {
    text?.withCString { LCEasySetPointer(easy, option, $0) } ?? LCEasySetPointer(easy, option, nil)
}
