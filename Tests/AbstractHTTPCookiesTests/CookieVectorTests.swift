import AbstractHTTP
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPCookies

/// The published cases for cookies, and for public suffixes.
@Suite(.enabled(if: SharedMaterial.has("vectors/cookies"), "the vectors are missing")) struct CookieVectorTests {
    private struct JarVector: Decodable {
        struct Sent: Decodable, Equatable {
            let name: String
            let value: String
        }

        let id: String
        let setFrom: String
        let sendTo: String
        let received: [String]
        let sent: [Sent]
    }

    /// Cases in which RFC 6265bis, which the jar follows, differs from RFC 6265, which the cases follow.
    private static let otherwise: [String: String] = {
        let named = [
            "0004", "0021", "0023", "0024", "0025", "0026", "0027", "0028", "chromium0009", "chromium0010",
            "chromium0012", "mozilla0012", "mozilla0014", "mozilla0015", "mozilla0016", "mozilla0017", "name0017",
            "name0023", "name0025", "name0028", "name0031", "name0032", "name0033",
        ].map { ($0, "a cookie may have no name (section 5.6, step 3)") }
        let others = [
            ("disabled-chromium0022", "a control character makes the field void (section 5.6, step 1)"),
            ("disabled-chromium0023", "a control character makes the field void (section 5.6, step 1)"),
            ("disabled-path0029", "escapes of a path are compared as they are (section 5.1.4)"),
            ("optional-domain0042", "an empty Domain that comes last makes a cookie of one host (section 5.7)"),
        ]
        return Dictionary(uniqueKeysWithValues: named + others)
    }()

    @Test func jarMatchesTheVectors() throws {
        let vectors = try SharedMaterial.vectors("cookies/jar", of: JarVector.self)
        for vector in vectors {
            // The clock is in 2026, because two of the cases expire in 2027.
            let jar = CookieJar(publicSuffixes: PublicSuffixList("org\ncom")) {
                Date(timeIntervalSince1970: 1_780_000_000)
            }
            let (from, to) = (try #require(URL(string: vector.setFrom)), try #require(URL(string: vector.sendTo)))
            for field in vector.received {
                jar.setCookies(from: HTTPHeaders([.init(name: .setCookie, value: field)]), of: from)
            }
            let sent = jar.cookies(for: to).map { JarVector.Sent(name: $0.name, value: $0.value) }

            #expect(
                (sent == vector.sent) == (Self.otherwise[vector.id] == nil),
                "\(vector.id) \(vector.received): \(sent), not \(vector.sent)")
        }
        #expect(vectors.count == 222)
    }

    private struct DateVector: Decodable {
        let id: String
        let text: String
        let valid: Bool?
        let sameAs: String?
    }

    @Test func datesAreReadInAnyNotation() throws {
        let valid = try SharedMaterial.vectors("cookies/dates-valid", of: DateVector.self)
        for vector in valid {
            #expect((Date(cookieDate: vector.text) != nil) == vector.valid, "\(vector.id) \(vector.text)")
        }
        let equal = try SharedMaterial.vectors("cookies/dates-equal", of: DateVector.self)
        for vector in equal {
            let date = try #require(Date(cookieDate: vector.text), "\(vector.id) \(vector.text)")
            #expect(date == Date(cookieDate: vector.sameAs ?? ""), "\(vector.id) \(vector.text)")
        }
        #expect((valid.count, equal.count) == (61, 23))
    }

    private struct PublishedDate: Decodable {
        let id: String
        let text: String
        let epoch: Double?
    }

    @Test func publishedDatesAreParsed() throws {
        let vectors = try SharedMaterial.vectors("retry-after/cookie-dates", of: PublishedDate.self)
        for vector in vectors {
            #expect(Date(cookieDate: vector.text)?.timeIntervalSince1970 == vector.epoch, "\(vector.id) \(vector.text)")
        }
        #expect(vectors.count == 47)
    }

    private struct DomainVector: Decodable {
        let id: String
        let host: String
        let cookieDomain: String
        let match: Bool
    }

    @Test func domainsMatchFromTheRight() throws {
        let vectors = try SharedMaterial.vectors("cookies/domain-match", of: DomainVector.self)
        for vector in vectors {
            // These are not hosts. They are names with empty labels, or malformed IPv6 addresses.
            if ["dm-032", "dm-052", "dm-053", "dm-054", "dm-055"].contains(vector.id) { continue }
            let matches = vector.host.canonicalHost.domainMatches(vector.cookieDomain.canonicalHost)
            #expect(matches == vector.match, "\(vector.id) \(vector.host) \(vector.cookieDomain)")
        }
        #expect(vectors.count == 58)
    }

    private struct HostVector: Decodable {
        let id: String
        let input: String
        let canonical: String
    }

    @Test func hostsAreLowercaseAndPunycoded() throws {
        let vectors = try SharedMaterial.vectors("cookies/canonical-domain", of: HostVector.self)
        // An IPv6 address keeps its spelling, because it comes from the URLs of one client.
        for vector in vectors where vector.id != "cn-009" {
            #expect(vector.input.canonicalHost == vector.canonical, "\(vector.id)")
        }
        #expect(vectors.count == 10)
    }

    private struct PathVector: Decodable {
        let id: String
        let requestPath: String
        let cookiePath: String
        let match: Bool
    }

    private struct DefaultPathVector: Decodable {
        let id: String
        let path: String?
        let defaultPath: String
    }

    @Test func pathsMatchFromTheLeft() throws {
        let vectors = try SharedMaterial.vectors("cookies/path-match", of: PathVector.self)
        for vector in vectors {
            #expect(vector.requestPath.pathMatches(vector.cookiePath) == vector.match, "\(vector.id)")
        }
        let defaults = try SharedMaterial.vectors("cookies/default-path", of: DefaultPathVector.self)
        for vector in defaults {
            #expect((vector.path ?? "").defaultCookiePath == vector.defaultPath, "\(vector.id)")
        }
        #expect((vectors.count, defaults.count) == (7, 5))
    }

    private struct SuffixVector: Decodable {
        let id: String
        let host: String?
        let registrable: String?
    }

    private struct SuffixFile: Decodable {
        let rules: [String]
    }

    @Test func registrableDomainsMatchTheList() throws {
        let text = try SharedMaterial.text("vectors/public-suffix/registrable.json")
        let rules = try JSONDecoder().decode(SuffixFile.self, from: Data(text.utf8)).rules
        let list = PublicSuffixList(rules.joined(separator: "\n"))
        let vectors = try SharedMaterial.vectors("public-suffix/registrable", of: SuffixVector.self)
        for vector in vectors {
            #expect(
                list.registrableDomain(of: vector.host ?? "") == vector.registrable,
                "\(vector.id) \(vector.host ?? "nil")")
        }
        #expect(vectors.count == 78)
    }
}
