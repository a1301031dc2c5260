/// A check of a TLS handshake that can fail. The words of the TLS library tell which one it was.
struct TLSCheck {
    /// What failed.
    let fault: String
    /// What to do.
    let remedy: String
    private let words: [String]

    /// The check that a message of libcurl, OpenSSL, or GnuTLS is about, or nil if it does not say so.
    static func failed(in message: String) -> Self? {
        let message = message.lowercased()
        return all.first { $0.words.contains { message.contains($0) } }
    }

    /// The first match counts.
    private static let all = [
        Self(
            fault: "the public key of the server does not match the pins of the host",
            remedy: "if you trust this key, add its pin to the pins of CurlConnector",
            words: ["pinned public key", "pinnedpubkey"]),
        Self(
            fault: "the certificate of the server is for another host",
            remedy: "use a host name of the certificate in the URL, or issue a certificate for this host",
            words: [
                "subject name", "does not match target host", "hostname mismatch", "host name mismatch",
                "ip address mismatch", "does not match '",
            ]),
        Self(
            fault: "the certificate of the server has expired",
            remedy: "renew the certificate, or correct the clock of this machine",
            words: ["certificate has expired", "certificate is expired"]),
        Self(
            fault: "the certificate of the server is not valid yet",
            remedy: "correct the clock of this machine", words: ["not yet valid", "not yet activated"]),
        Self(
            fault: "the certificate of the server has been revoked", remedy: "replace the certificate",
            words: ["revoked"]),
        Self(
            fault: "the server requires a client certificate",
            remedy: "set the clientCertificate of the connector",
            words: ["certificate required", "certificate_required"]),
        Self(
            fault: "this system does not trust the issuer of the server's certificate",
            remedy: """
                if you run your own certificate authority, set trustedCertificates of CurlConnector to the file of its \
                certificate, or on Apple's systems, use evaluateServerTrust of DefaultHTTPConnector
                """,
            words: [
                "self-signed", "self signed", "local issuer", "issuer certificate", "unknown ca", "is not trusted",
            ]),
        Self(
            fault: "the server does not answer with TLS on this port",
            remedy: "check the port, or write http:// if the server has no TLS",
            words: ["wrong version number", "packet length too long", "unexpected tls packet", "http request"]),
        Self(
            fault: "the certificate of the server was not accepted",
            remedy: "check its issuer, its host names, and its dates",
            words: ["verification failed", "verify failed", "unable to verify"]),
    ]
}
