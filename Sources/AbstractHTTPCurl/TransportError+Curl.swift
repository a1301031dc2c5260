import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

extension TransportError {
    /// What it means that libcurl ended the transfer of `handle` with `code`.
    init(_ code: LCCode, _ message: String, _ handle: EasyHandle) {
        let kind = Kind(code, handle)
        self.init(
            kind, Self.plainWords[code.rawValue].map { kind == .malformedResponse ? $0 : message } ?? message,
            underlying: CurlError(code: Int(code.rawValue), message: message))
    }

    /// Where its words tell of itself.
    private static let plainWords: [Int32: String] = [
        LCCode.outOfMemory.rawValue: "a line of the head is too long",
        LCCode.unsupportedProtocol.rawValue: "it does not begin like an HTTP response",
    ]
}

extension TransportError.Kind {
    fileprivate init(_ code: LCCode, _ handle: EasyHandle) {
        switch code {
        // What answered speaks another one.
        case .unsupportedProtocol where handle.sendings > 0: self = .malformedResponse
        // A key that cannot be read.
        case .badFunctionArgument where handle.engine.settings.hasClientCertificate: self = .tls
        case .unsupportedProtocol, .malformedURL, .notBuiltIn, .badFunctionArgument: self = .unsupported
        case .nameNotFound: self = .nameNotFound
        case .proxyNameNotFound, .proxy: self = .proxy
        case .couldNotConnect: self = Self.ofConnecting(handle)
        case .timedOut: self = .timedOut
        case .tlsConnect, .tlsEngineNotFound, .tlsEngineFailed, .clientCertificate, .tlsCipher, .peerNotVerified,
            .tlsEngineInitialization, .trustedCertificates, .tlsShutdown, .tlsRevocationList, .tlsIssuer,
            .pinnedPublicKey, .certificateStatus, .clientCertificateMissing:
            self = .tls
        case .weirdReply, .badContentEncoding, .outOfMemory: self = .malformedResponse
        case .gotNothing, .sendError, .receiveError, .partialFile, .HTTP2, .http2Stream, .sendFailedRewind:
            self = Self.ofLoss(handle)
        default: self = .other
        }
    }

    /// No connection came about.
    private static func ofConnecting(_ handle: EasyHandle) -> Self {
        if LCEasyInfo(handle.easy, .proxyStatusCode) > 0 { return .proxy }
        switch POSIXErrorCode(rawValue: Int32(clamping: LCEasyInfo(handle.easy, .systemError))) {
        case .ENETUNREACH, .EHOSTUNREACH, .ENETDOWN, .EADDRNOTAVAIL: return .unreachable
        case .ETIMEDOUT: return .timedOut
        default: return .refused
        }
    }

    /// There was one, and it was lost.
    private static func ofLoss(_ handle: EasyHandle) -> Self {
        if handle.isHeadComplete {
            let received = Int(clamping: LCEasyInfo(handle.easy, .receivedBytes))
            return .cutOff(received: received, expected: handle.responseHeaders.bodyLength)
        }
        let proxyStatus = LCEasyInfo(handle.easy, .proxyStatusCode)
        return proxyStatus > 0 && !(200..<300).contains(proxyStatus) ? .proxy : .noResponse
    }
}
