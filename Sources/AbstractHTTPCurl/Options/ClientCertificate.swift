import Foundation

/// The certificate that the connector shows to a server that requests one (RFC 8446, section 4.3.2).
///
/// Its descriptions do not show the password.
public struct ClientCertificate: Hashable, Sendable {
    /// The file of the certificate: PEM, or PKCS #12 when its name ends in `.p12` or `.pfx`.
    public var file: URL
    /// The file of its private key, in PEM; nil when ``file`` has it, too.
    public var key: URL?
    /// The password that encrypts the key.
    public var password: String?

    /// Creates a certificate from files.
    public init(file: URL, key: URL? = nil, password: String? = nil) {
        self.file = file
        self.key = key
        self.password = password
    }

    /// The format, as libcurl calls it.
    var type: String { ["p12", "pfx"].contains(file.pathExtension.lowercased()) ? "P12" : "PEM" }
}

extension ClientCertificate: CustomReflectable {
    /// The files.
    public var customMirror: Mirror {
        Mirror(self, children: ["file": file.path, "key": key?.path as Any], displayStyle: .struct)
    }
}
