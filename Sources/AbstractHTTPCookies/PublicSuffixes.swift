import Foundation

/// Knows below which domains anybody can register a name: `com`, `co.uk`, `github.io`.
///
/// A server must not set a cookie for such a domain, because servers of others would get it. Implement this to use a
/// list of your own, or use ``PublicSuffixList``.
public protocol PublicSuffixes: Sendable {
    /// Returns the domain that was registered: the public suffix of `host`, and one label more.
    ///
    /// Nil if `host` is a public suffix itself, or no name of a host.
    ///
    /// - Parameter host: In lower case, in Unicode or in A-labels. The answer has the same form.
    func registrableDomain(of host: String) -> String?
}

/// A list of public suffixes in the format of publicsuffix.org.
public struct PublicSuffixList: PublicSuffixes {
    /// Suffixes, in A-labels.
    private var suffixes: Set<String> = []
    /// Domains of which every label below is a suffix: `*.ck`.
    private var parents: Set<String> = []
    /// Domains that are no suffix after all: `!www.ck`.
    private var exceptions: Set<String> = []

    /// Reads the rules of a list. Its comments and empty lines are ignored.
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

    /// Reads a file in UTF-8. Throws if it cannot be read.
    public init(contentsOf file: URL) throws {
        self.init(try String(contentsOf: file, encoding: .utf8))
    }

    /// The list of the system, from Debian's package `publicsuffix` or a similar one. Nil if there is none, as on
    /// Apple's systems.
    public static let system: PublicSuffixList? = {
        let paths = ["public_suffix_list.dat", "effective_tld_names.dat"].map { "/usr/share/publicsuffix/\($0)" }
        return paths.lazy.compactMap { try? PublicSuffixList(contentsOf: URL(filePath: $0)) }.first
    }()

    /// The longest rule wins, and an exception wins over all. The suffix of a name that meets no rule is its last
    /// label.
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

/// Domains of your own, below which cookies may be shared: `KnownDomains(["example.com"])` lets `login.example.com` set
/// a cookie for `api.example.com`.
public struct KnownDomains: PublicSuffixes {
    private let domains: Set<String>

    /// Creates it from domains that you have registered.
    public init(_ domains: [String]) {
        self.domains = Set(domains.map(\.canonicalHost))
    }

    /// The one of the domains that `host` is, or is below; otherwise nil. The longest one, if there are several.
    public func registrableDomain(of host: String) -> String? {
        let canonical = host.canonicalHost
        return domains.filter { canonical.domainMatches($0) }.max { $0.utf8.count < $1.utf8.count }
    }
}
