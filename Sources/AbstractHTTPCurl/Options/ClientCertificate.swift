import Foundation

/// What the connector shows a server that asks who it is (RFC 8446, section 4.3.2).
public struct ClientCertificate: Hashable, Sendable {
    /// The file of the certificate: PEM, or PKCS #12 when its name ends in `.p12` or `.pfx`.
    public var file: URL
    /// The file of its private key, in PEM; nil when ``file`` has it, too.
    public var key: URL?
    /// What the key is encrypted with.
    public var password: String?

    /// Makes a certificate of files.
    public init(file: URL, key: URL? = nil, password: String? = nil) {
        self.file = file
        self.key = key
        self.password = password
    }

    /// The format, as libcurl calls it.
    var type: String { ["p12", "pfx"].contains(file.pathExtension.lowercased()) ? "P12" : "PEM" }
}
