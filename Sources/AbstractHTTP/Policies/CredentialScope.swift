import Foundation

/// The servers that may receive credentials and default header fields: that of a base URL, and the listed ones.
///
/// Servers differ if the scheme, the host, or the port differs (RFC 6454, section 4). All spellings of a host are one
/// host, such as `bücher.example` and `xn--bcher-kva.example`.
package struct CredentialScope: Sendable {
    private let urls: [String]

    /// Creates a scope from absolute URLs. Only their origins matter.
    package init(base: String?, others: [String] = []) {
        guard let base, !base.isEmpty else {
            urls = others
            return
        }
        urls = [base] + others
    }

    /// Whether the scope names no server, for example because no entry is an absolute URL.
    package var isEmpty: Bool { !urls.contains { $0.hasAuthority && URL(string: $0)?.host() != nil } }

    /// Whether the server of the URL `text` is one of them.
    package func allows(_ text: String) -> Bool {
        urls.contains { $0.beginsLike(text) } || URL(string: text).map(allows) ?? false
    }

    private func allows(_ url: URL) -> Bool {
        let origin = Origin(url)
        return urls.contains { URL(string: $0).map(Origin.init) == origin }
    }
}

extension ConnectionConfig {
    /// The servers that get ``headers``, and the credentials of policies.
    package var credentialScope: CredentialScope { CredentialScope(base: baseURL, others: credentialOrigins) }
}

extension URL {
    /// Whether both URLs have the same scheme, host, and port.
    func hasOrigin(of other: URL) -> Bool { Origin(self) == Origin(other) }
}

extension String {
    /// Whether both URLs have the same plain origin, compared as text to avoid parsing them.
    fileprivate func beginsLike(_ other: String) -> Bool {
        guard let origin = HTTPOrigin(of: self), origin.isPlain, HTTPOrigin(of: other) == origin else { return false }
        return utf8.prefix(origin.byteCount).elementsEqual(other.utf8.prefix(origin.byteCount))
    }
}
