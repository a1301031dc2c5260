import Foundation
import Testing

@testable import AbstractHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct TransportErrorTests {
    @Test(arguments: [
        (-1, "Could not resolve host: x", TransportError.Kind.nameNotFound), (-1_003, "", .nameNotFound),
        (-1_004, "Failed to connect to 127.0.0.1 port 1", .refused), (-1, "connect: No route to host", .unreachable),
        (-1_009, "offline", .unreachable), (-1_004, "SSL certificate problem: self-signed certificate", .tls),
        (-1_202, "untrusted", .tls), (-1_001, "Operation timed out", .timedOut),
        (-1_011, "Empty reply from server", .noResponse),
        (-1_005, "Recv failure: Connection reset by peer", .noResponse), (-1_005, "lost", .noResponse),
        (-1_002, "Received HTTP/0.9 when not allowed", .malformedResponse),
        (-1, "Invalid Content-Length: value", .malformedResponse),
        (-1, "Failed writing header", .malformedResponse), (-1, "Out of memory", .malformedResponse),
        (-1_103, "resource exceeds maximum size", .unsupported), (-1, "what is this", .other),
        (-1, "Failed to connect to 10.0.0.1 port 1 after 0 ms: Couldn't connect to server", .unreachable),
        (-1_002, "Unsupported response code in HTTP response", .malformedResponse),
        (-1_002, "Unsupported HTTP version (3.7) in response", .malformedResponse),
        (-1, "Too large response headers: 307690 > 307200", .malformedResponse),
    ])
    func urlErrorHasAKind(code: Int, text: String, kind: TransportError.Kind) {
        #expect(TransportError(URLError(code, text), body: nil).kind == kind)
    }

    @Test(arguments: [
        ("Recv failure: Connection reset by peer", TransportError.Kind.cutOff(received: 5, expected: 10)),
        ("transfer closed with 5 bytes remaining to read", .cutOff(received: 5, expected: 10)),
        ("odd", .cutOff(received: 5, expected: 10)),
        ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformedResponse),
    ])
    func bodyErrorHasTheReceivedByteCount(text: String, kind: TransportError.Kind) {
        #expect(TransportError(URLError(-1, text), body: (5, 10)).kind == kind)
    }

    /// The messages of libcurl 7.88 when a server loses an HTTP/2 or TLS connection, or ends a stream.
    @Test(arguments: [
        "Error in the HTTP2 framing layer",
        "HTTP/2 stream 1 was not closed cleanly before end of the underlying stream",
        "HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)",
        "HTTP/2 stream 1 was closed cleanly, but before getting  all response header fields, treated as error",
        "Connection died, tried 5 times before giving up", "Failure when receiving data from the peer",
        "Failed sending data to the peer", "Failed receiving HTTP2 data: 56(Recv failure)",
        "nghttp2 shuts down connection with error 1: PROTOCOL_ERROR",
        "OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0",
        "OpenSSL SSL_write: SSL_ERROR_SYSCALL, errno 104",
    ])
    func lostConnectionErrorHasItsPhase(text: String) {
        let error = URLError(-1, text)

        #expect(TransportError(error, body: nil).kind == .noResponse)
        #expect(TransportError(error, body: (5, 10)).kind == .cutOff(received: 5, expected: 10))
    }

    @Test(
        arguments: [
            (.ECONNABORTED, .noResponse), (.ECONNRESET, .noResponse), (.ENOTCONN, .noResponse), (.EPIPE, .noResponse),
            (.ETIMEDOUT, .timedOut), (.ENOSPC, .outOfResources), (.EACCES, .other),
        ] as [(POSIXErrorCode, TransportError.Kind)])
    func errorOfTheSystemHasItsKind(code: POSIXErrorCode, kind: TransportError.Kind) {
        let error = TransportError(POSIXError(code), body: nil)

        #expect(error.kind == kind && error.underlying is POSIXError)
        #expect(error.message.contains("unknown") == false)
        let cut = TransportError(POSIXError(code), body: (5, 10)).kind
        #expect(cut == (kind == .outOfResources ? kind : .cutOff(received: 5, expected: 10)))
    }

    @Test func requiredClientCertificateIsATLSError() {
        let text = "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0"

        #expect(TransportError(URLError(-1, text), body: nil).kind == .tls)
    }

    @Test(arguments: [POSIXErrorCode.ENOSPC, .EDQUOT, .EMFILE, .ENFILE, .ENOMEM])
    func exhaustedSystemResourcesAreAKind(code: POSIXErrorCode) {
        #expect(TransportError.Kind(ofSystem: POSIXError(code)) == .outOfResources)
    }

    @Test func otherSystemErrorsHaveNoSpecificKind() {
        #expect(TransportError.Kind(ofSystem: POSIXError(.EIO)) == .other)
        #expect(TransportError.Kind(ofSystem: Broken()) == .other)
    }

    @Test func hostNameDoesNotAffectTheKind() throws {
        let url = try #require(URL(string: "https://ssl.certificate.example/"))
        let text = "Failed to connect to ssl.certificate.example port 1 after 0 ms"
        let error = URLError(
            .cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: text, NSURLErrorFailingURLErrorKey: url])

        #expect(TransportError(error, body: nil).kind == .refused)
        #expect(TransportError(error, body: nil).message == text)
    }

    @Test func foreignErrorIsKeptAsUnderlying() {
        let error = TransportError(Broken(), body: nil)

        #expect(error.kind == .other)
        #expect(error.underlying as? Broken == Broken())
    }

    @Test func everyKindHasADescription() {
        let kinds: [TransportError.Kind] = [
            .nameNotFound, .refused, .unreachable, .tls, .idle(for: .milliseconds(1_500)), .timedOut, .noResponse,
            .cutOff(received: 5, expected: 10), .cutOff(received: 5, expected: nil), .malformedResponse, .unsupported,
            .invalidated, .outOfResources, .other,
        ]

        #expect(
            kinds.map { TransportError($0).description } == [
                "the host's name was not found; check the name of the host, and the network",
                "the server refused the connection or the request; check the port, and check that the server is running",
                "the host cannot be reached; check the network",
                "the TLS connection failed", "nothing was sent or received for 1.5 seconds, the idle timeout",
                "timed out",
                "the connection was lost before the response", "the body was cut off after 5 of 10 bytes",
                "the body was cut off after 5 bytes", "the response is malformed",
                "the connector cannot send this request", "the connector was invalidated",
                "the system is out of resources", "the transfer failed",
            ])
        #expect(TransportError(.tls, "no cipher").description == "the TLS connection failed: no cipher")
    }

    /// The messages are those of libcurl with OpenSSL and GnuTLS.
    @Test(arguments: [
        ("SSL: public key does not match pinned public key", "does not match the pins of the host"),
        ("SSL certificate problem: certificate has expired", "has expired"),
        ("SSL certificate problem: certificate is not yet valid", "is not valid yet"),
        ("SSL certificate problem: certificate revoked", "has been revoked"),
        ("SSL: no alternative certificate subject name matches target host name 'a.example'", "is for another host"),
        (
            "SSL: certificate subject name (b.example) does not match target host name 'a.example'",
            "is for another host"
        ),
        ("SSL certificate problem: self-signed certificate", "does not trust the issuer"),
        ("SSL certificate problem: self signed certificate in certificate chain", "does not trust the issuer"),
        ("SSL certificate problem: unable to get local issuer certificate", "does not trust the issuer"),
        ("server certificate verification failed. CAfile: none CRLfile: none", "was not accepted"),
        ("OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required", "requires a client"),
        ("error:0A00010B:SSL routines::wrong version number", "does not answer with TLS"),
    ])
    func failureOfTLSNamesTheCheck(_ message: String, _ check: String) {
        let description = TransportError(.tls, message).description

        #expect(description.contains(check) && description.contains(": \(message); "), "\(description)")
    }
}

extension URLError {
    fileprivate init(_ code: Int, _ text: String) {
        self.init(Code(rawValue: code) ?? .unknown, userInfo: text.isEmpty ? [:] : [NSLocalizedDescriptionKey: text])
    }
}
