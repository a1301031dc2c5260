import AbstractHTTP
import Foundation

/// Knows the public suffixes: the domains under which anyone can register a name, such as `com`, `co.uk`, and
/// `github.io`.
///
/// A server must not set a cookie for a public suffix, because other people's servers would get it. Use
/// ``PublicSuffixList`` or ``KnownDomains``, or implement this protocol for your own list.
///
/// ```swift
/// struct Intranet: PublicSuffixes {
///     func registrableDomain(of host: String) -> String? { host.hasSuffix(".corp") ? host : nil }
/// }
/// let jar = CookieJar(publicSuffixes: Intranet())
/// ```
public protocol PublicSuffixes: Sendable {
    /// Returns the registrable domain of `host`: its public suffix and one more label.
    ///
    /// Returns nil if `host` is a public suffix, or not a host name.
    ///
    /// - Parameter host: A host in lowercase, in Unicode or in A-labels. The result has the same form.
    func registrableDomain(of host: String) -> String?
}

/// A list of public suffixes in the format of <https://publicsuffix.org>.
///
/// ```swift
/// let list = try PublicSuffixList(contentsOf: URL(filePath: "public_suffix_list.dat"))
/// let jar = CookieJar(publicSuffixes: list)
/// ```
public struct PublicSuffixList: PublicSuffixes {
    /// Suffixes, in A-labels.
    private var suffixes: Set<String> = []
    /// Wildcard rules, such as `*.ck`: each direct subdomain is a suffix.
    private var parents: Set<String> = []
    /// Exceptions to wildcard rules, such as `!www.ck`.
    private var exceptions: Set<String> = []

    /// Parses the rules of a list. Ignores comments and empty lines.
    public init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("//") {
            guard let rule = line.split(whereSeparator: \.isWhitespace).first else { continue }
            if rule.hasPrefix("!") {
                exceptions.insert(String(rule.dropFirst()).canonicalHost)
            } else if rule.hasPrefix("*.") {
                parents.insert(String(rule.dropFirst(2)).canonicalHost)
            } else {
                suffixes.insert(String(rule).canonicalHost)
            }
        }
    }

    /// Parses a UTF-8 file. Throws if it cannot be read.
    public init(contentsOf file: URL) throws {
        self.init(try String(contentsOf: file, encoding: .utf8))
    }

    /// The list of the system, such as that of Debian's package `publicsuffix`. Nil if there is none, as on Apple
    /// platforms.
    public static let system: PublicSuffixList? = {
        let paths = ["public_suffix_list.dat", "effective_tld_names.dat"].map { "/usr/share/publicsuffix/\($0)" }
        return paths.lazy.compactMap { try? PublicSuffixList(contentsOf: URL(filePath: $0)) }.first
    }()

    /// Returns the registrable domain. The longest rule wins, and an exception beats all rules. If no rule matches, the
    /// suffix is the last label.
    public func registrableDomain(of host: String) -> String? {
        let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty }) else { return nil }
        let canonical = host.canonicalHost.split(separator: ".").map(String.init)
        guard canonical.count == labels.count else { return nil }
        let count = lengthOfSuffix(canonical)
        return labels.count > count ? labels.suffix(count + 1).joined(separator: ".") : nil
    }

    /// The number of labels of the public suffix.
    private func lengthOfSuffix(_ labels: [String]) -> Int {
        for start in labels.indices {
            let name = labels[start...].joined(separator: ".")
            if exceptions.contains(name) { return labels.count - start - 1 }
            let parent = labels[(start + 1)...].joined(separator: ".")
            if suffixes.contains(name) || parents.contains(parent) { return labels.count - start }
        }
        return 1
    }
}

/// Your own domains, whose subdomains share cookies.
///
/// `KnownDomains(["example.com"])` lets `login.example.com` set a cookie for `api.example.com`.
///
/// ```swift
/// let jar = CookieJar(publicSuffixes: KnownDomains(["example.com"]))
/// ```
public struct KnownDomains: PublicSuffixes {
    private let domains: Set<String>

    /// Creates the set from the domains that you have registered.
    public init(_ domains: [String]) {
        self.domains = Set(domains.map(\.canonicalDomain))
    }

    /// Returns the longest of the domains that contains `host`. Nil if there is none.
    public func registrableDomain(of host: String) -> String? {
        let canonical = host.canonicalDomain
        return domains.filter { canonical.domainMatches($0) }.max { $0.utf8.count < $1.utf8.count }
    }
}
