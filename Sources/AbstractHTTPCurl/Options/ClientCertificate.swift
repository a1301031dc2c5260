import Foundation

/// The certificate that the connector presents to a server that requests one (RFC 8446, section 4.3.2).
///
/// Its descriptions do not show the password.
///
/// ```swift
/// let connector = try CurlConnector { options in
///     options.clientCertificate = ClientCertificate(file: URL(filePath: "/etc/app/client.p12"), password: password)
/// }
/// ```
public struct ClientCertificate: Hashable, Sendable {
    /// The file of the certificate, in PEM, or in PKCS #12 if its name ends in `.p12` or `.pfx`.
    public var file: URL
    /// The file of the private key in PEM, or nil if ``file`` contains the key.
    public var key: URL?
    /// The password that encrypts the key.
    public var password: String?

    /// Creates a certificate from files.
    public init(file: URL, key: URL? = nil, password: String? = nil) {
        self.file = file
        self.key = key
        self.password = password
    }

    /// The format in libcurl's notation.
    var type: String { ["p12", "pfx"].contains(file.pathExtension.lowercased()) ? "P12" : "PEM" }
}

extension ClientCertificate: CustomReflectable {
    /// The files.
    public var customMirror: Mirror {
        Mirror(self, children: ["file": file.path, "key": key?.path as Any], displayStyle: .struct)
    }
}
