import AbstractHTTP
import AbstractHTTPLibcurl
import TestSupport
import Testing

@testable import AbstractHTTPCurl

/// The kinds of libcurl's error codes, for a transfer that has not begun. Other tests cause the errors with real
/// servers.
@Suite struct TransportErrorCurlTests {
    @Test func textOfAServerIsEscapedInDescriptions() {
        #expect("\(CurlError(code: 8, message: terminalControls))".controlsOfTerminal == [])
    }

    private static let kinds: [(LCCode, TransportError.Kind)] =
        [LCCode.unsupportedProtocol, .malformedURL, .notBuiltIn, .badFunctionArgument].map { ($0, .unsupported) }
        + [LCCode.tlsConnect, .tlsEngineNotFound, .tlsEngineFailed, .clientCertificate, .tlsCipher, .peerNotVerified]
        .map { ($0, .tls) }
        + [LCCode.tlsEngineInitialization, .trustedCertificates, .tlsShutdown, .tlsRevocationList, .tlsIssuer]
        .map { ($0, .tls) }
        + [LCCode.pinnedPublicKey, .certificateStatus, .clientCertificateMissing].map { ($0, .tls) }
        + [LCCode.weirdReply, .badContentEncoding].map { ($0, .malformedResponse) }
        + [LCCode.gotNothing, .sendError, .receiveError, .partialFile, .HTTP2, .http2Stream, .sendFailedRewind]
        .map { ($0, .noResponse) }
        + [
            (.outOfMemory, .outOfResources), (.nameNotFound, .nameNotFound), (.proxyNameNotFound, .proxy),
            (.proxy, .proxy),
            (.couldNotConnect, .refused), (.timedOut, .timedOut), (.writeError, .other), (.unknownOption, .other),
        ]

    @Test(arguments: kinds) func eachCodeHasItsKind(code: LCCode, kind: TransportError.Kind) throws {
        try Libcurl.load()
        let options = CurlConnector.Options()
        let engine = try CurlEngine(options, options.makePoller(Waker()), BlockPool())
        defer { engine.shutDown() }
        let handle = try #require(EasyHandle(engine))

        let error = TransportError(code, "its words", handle)

        #expect(error.kind == kind)
        #expect(error.underlying as? CurlError == CurlError(code: Int(code.rawValue), message: "its words"))
    }
}
