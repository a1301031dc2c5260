import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

extension TransportError {
    /// Creates the error of `handle`, whose transfer libcurl ended with `code`.
    init(_ code: LCCode, _ message: String, _ handle: EasyHandle) {
        let kind = Kind(code, message, handle)
        let plainWords = Self.plainMessages[message] ?? Self.plainWords[code.rawValue]
        let pin = code == .pinnedPublicKey ? handle.presentedPin.map { "; the pin of the server is \($0)" } : nil
        self.init(
            kind, (kind == .malformedResponse ? plainWords : nil) ?? message + (pin ?? ""),
            underlying: CurlError(code: Int(code.rawValue), message: message))
    }

    /// Messages that replace libcurl's own where one code has several.
    private static let plainMessages = ["Out of memory in chunked-encoding": "a trailer is longer than libcurl accepts"]

    /// Messages that replace libcurl's own, which mention its internals.
    private static let plainWords: [Int32: String] = [
        LCCode.outOfMemory.rawValue: "a line of the head is too long",
        LCCode.unsupportedProtocol.rawValue: "it does not begin like an HTTP response",
        LCCode.badFunctionArgument.rawValue: "a header field is malformed",
    ]
}

extension LCCode {
    /// CURLE_TOO_LARGE (libcurl 8.6 and later).
    fileprivate static var tooLarge: LCCode? { LCCode(rawValue: 100) }
}

extension TransportError.Kind {
    fileprivate init(_ code: LCCode, _ message: String, _ handle: EasyHandle) {
        switch code {
        case _ where handle.isOutOfResources(code): self = .outOfResources
        case _ where handle.isMalformed(code, message): self = .malformedResponse
        // libcurl cannot read the private key.
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
        case .gotNothing, .sendError, .receiveError, .partialFile, .HTTP2, .http2Stream, .sendFailedRewind:
            self = Self.ofLoss(handle)
        default: self = .other
        }
    }

    /// The kind of the error if no connection could be opened.
    private static func ofConnecting(_ handle: EasyHandle) -> Self {
        if LCEasyInfo(handle.easy, .proxyStatusCode) > 0 { return .proxy }
        switch POSIXErrorCode(rawValue: Int32(clamping: LCEasyInfo(handle.easy, .systemError))) {
        case .ENETUNREACH, .EHOSTUNREACH, .ENETDOWN, .EADDRNOTAVAIL: return .unreachable
        case .ETIMEDOUT: return .timedOut
        default: return .refused
        }
    }

    /// The kind of the error if a connection was lost.
    private static func ofLoss(_ handle: EasyHandle) -> Self {
        if handle.isHeadComplete {
            return .cutOff(received: handle.received, expected: handle.responseHeaders.bodyLength)
        }
        let proxyStatus = LCEasyInfo(handle.easy, .proxyStatusCode)
        return proxyStatus > 0 && !(200..<300).contains(proxyStatus) ? .proxy : .noResponse
    }
}

extension EasyHandle {
    /// Whether `code` means that descriptors or memory are short. libcurl does not report this when a name lookup or
    /// the file of certificate authorities is affected.
    fileprivate func isOutOfResources(_ code: LCCode) -> Bool {
        switch code {
        case .couldNotConnect where isShortOfDescriptors: true
        case .couldNotConnect, .nameNotFound, .proxyNameNotFound, .trustedCertificates, .tlsConnect:
            sendings == 0 && TransportError.Kind.ofDescriptors != nil
        case .outOfMemory: !isReadingHead
        default: false
        }
    }

    /// Whether `code` means that the response is not valid HTTP.
    fileprivate func isMalformed(_ code: LCCode, _ message: String) -> Bool {
        switch code {
        case .weirdReply, .badContentEncoding: true
        // libcurl has no separate code for a line that is too long, a field or a trailer without a colon, or a response
        // without a status line.
        case _ where code == .tooLarge: sendings > 0
        case .unsupportedProtocol, .badFunctionArgument: sendings > 0
        case .outOfMemory: isReadingHead
        case .receiveError: message.contains(isHeadComplete ? "chunk" : "header")
        default: false
        }
    }

    private var isReadingHead: Bool { sendings > 0 && !isHeadComplete }
}
