import Foundation

/// The origin of a URL: scheme, host, and port (RFC 6454, section 4). All spellings of a host are one host.
package struct Origin: Hashable, Sendable {
    private let scheme: String?
    private let host: String?
    private let port: Int?

    package init(_ url: URL) {
        scheme = url.scheme?.lowercased()
        host = url.normalizedHost
        port = url.port ?? scheme.flatMap { Self.defaultPorts[$0] }
    }

    private static let defaultPorts = ["http": 80, "https": 443]
}
