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
            fault: "the public key of the server has none of the host's pins",
            remedy: "compare the pin of the server with those of the connector",
            words: ["pinned public key", "pinnedpubkey"]),
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
            fault: "the certificate of the server is for another host",
            remedy: "use a name of the certificate as the host",
            words: [
                "subject name", "does not match target host", "hostname mismatch", "host name mismatch",
                "ip address mismatch", "does not match '",
            ]),
        Self(
            fault: "the server requires a client certificate",
            remedy: "set the clientCertificate of the connector",
            words: ["certificate required", "certificate_required"]),
        Self(
            fault: "this system does not trust the issuer of the server's certificate",
            remedy: """
                for an authority of your own, set trustedCertificates of CurlConnector, or evaluateServerTrust of \
                DefaultHTTPConnector on Apple's systems
                """,
            words: [
                "self-signed", "self signed", "local issuer", "issuer certificate", "unknown ca", "verification failed",
                "verify failed", "is not trusted", "unable to verify",
            ]),
        Self(
            fault: "the server does not answer with TLS on this port",
            remedy: "check the port, or write http:// if the server has no TLS",
            words: ["wrong version number", "packet length too long", "unexpected tls packet", "http request"]),
    ]
}
