import AbstractHTTP
import AbstractHTTPCookies
import Foundation
import Testing

/// The list of public suffixes of the system, which not every system has.
@Suite struct SystemSuffixTests {
    private static let isInstalled = ["public_suffix_list.dat", "effective_tld_names.dat"].contains {
        FileManager.default.fileExists(atPath: "/usr/share/publicsuffix/\($0)")
    }

    @Test func systemHasAListIfThePackageIsInstalled() {
        #expect((PublicSuffixList.system != nil) == Self.isInstalled)
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [
            ("com", nil), ("co.uk", nil), ("a.co.uk", "a.co.uk"), ("www.a.co.uk", "a.co.uk"), ("x.ck", nil),
            ("www.ck", "www.ck"), ("www.bücher.de", "bücher.de"), ("127.0.0.1.", nil),
        ] as [(String, String?)])
    func listOfTheSystemKnowsTheSuffixes(host: String, domain: String?) throws {
        #expect(try #require(PublicSuffixList.system).registrableDomain(of: host) == domain)
    }

    /// Without a list, each cookie goes only to its host.
    @Test func jarUsesTheListOfTheSystem() throws {
        let (url, subdomain) = (try url("https://example.co.uk/"), try url("https://www.example.co.uk/"))
        let jar = CookieJar()

        jar.setCookies(from: ["Set-Cookie": "own=1; Domain=example.co.uk"], of: url)
        jar.setCookies(from: ["Set-Cookie": "all=1; Domain=co.uk"], of: url)

        #expect(jar.cookies(for: url).map(\.name) == (Self.isInstalled ? ["own"] : ["own", "all"]))
        #expect(jar.cookies(for: subdomain).map(\.name) == (Self.isInstalled ? ["own"] : []))
        #expect(jar.cookies(for: try self.url("https://other.co.uk/")) == [])
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
}
